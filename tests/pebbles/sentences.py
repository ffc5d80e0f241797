"""What Pebbles says beside the words that its tests name, in German and in Japanese, each in its plural forms."""

SENTENCES = {
    "as printed": ("wie aufgedruckt", "表示どおり"),
    "%(points)s for most": ("%(points)s für die meisten", "最多 %(points)s"),
    "%(count)s %(pebbles)s, as many as %(others)s": (
        "%(count)s %(pebbles)s, so viele wie %(others)s",
        "%(pebbles)s %(count)s、%(others)sと同数",
    ),
    "%(number)s shell": (("%(number)s Muschel", "%(number)s Muscheln"), ("貝殻 %(number)s",)),
    "Found: %(points)s × %(times)s": ("Gefunden: %(points)s × %(times)s", "拾ったもの: %(points)s × %(times)s"),
    "%(number)s crab on the beach": (
        ("%(number)s Krabbe am Strand", "%(number)s Krabben am Strand"),
        ("浜辺のカニ %(number)s",),
    ),
    "Lay %(pebbles)s pebbles ready": ("Legt %(pebbles)s Kiesel bereit", "小石 %(pebbles)s 個を用意する"),
    "When it gets dark, everybody has one more turn.": (
        "Wenn es dunkel wird, ist jeder noch einmal an der Reihe.",
        "暗くなったら、全員がもう 1 手番ずつ行います。",
    ),
    "Whoever holds most pebbles scores. All else is worth what is printed on it.": (
        "Wer die meisten Kiesel hat, bekommt Siegpunkte. Alles andere ist wert, was darauf steht.",
        "小石を最も多く持つ人が得点します。ほかはすべて表示された点数になります。",
    ),
    "It counts like a dry one: it will be dry before the day ends.": (
        "Er zählt wie ein trockener: Bevor der Tag endet, ist er trocken.",
        "乾いた小石と同じく数えます。一日が終わる前に乾くからです。",
    ),
}
