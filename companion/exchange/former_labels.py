"""Former labels of rows in the library, which exported score sheets may still have."""

from collections.abc import Mapping

# What is bid and made, whose labels do not depend on the game.
BIDS = {"tricks__bid": ("Stiche: Ansage", "トリック: 宣言"), "tricks__made": ("トリック: 実際",)}
# By the key of the game and of the row, or of one of its fields.
FORMER_LABELS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "7-wonders-duel": {
        "supremacy": ("won at once (military or science)",),
    },
    "7-wonders": {
        "sciences": ("三種の科学記号のセット", "sets of three sciences"),
    },
    "agricola": {
        "cards": ("Punkte auf Karten", "points of cards"),
    },
    "azul": {
        "lines": ("完成した横列",),
        "columns": ("完成した縦列",),
        "colours": ("五枚揃えた色",),
    },
    "bohnanza": {
        "thalers": ("bean thalers",),
    },
    "boule": {
        "points": ("points of the end",),
    },
    "canasta": {
        "cards": ("points of cards laid down", "Punkte ausgelegter Karten"),
        "threes_lost": ("red threes, nothing laid down", "出せなかった側の赤の3"),
        "concealed": ("concealed (beside going out)",),
    },
    "carcassonne": {
        "cities": (
            "completed cities my farmers supply, for each field",
            "completed cities my farmers supply",
            "fertige Städte, die meine Bauern versorgen",
            "農夫が養う完成都市",
        ),
        "pig": ("of these, with my pig", "davon mit meinem Schwein", "そのうち自分の豚がいるもの"),
    },
    "cascadia": {
        "mountains_bonus": ("bonus for mountains",),
        "forests_bonus": ("bonus for forests",),
        "prairies_bonus": ("bonus for prairies",),
        "wetlands_bonus": ("bonus for wetlands",),
        "rivers_bonus": ("bonus for rivers",),
        "tokens": ("Naturmarker",),
    },
    "coloretto": {
        "plus_1": ("first colour that counts for you", "erste Farbe, die dafür zählt", "プラスの色 1"),
        "plus_2": ("second colour that counts for you", "zweite Farbe, die dafür zählt", "プラスの色 2"),
        "plus_3": ("third colour that counts for you", "dritte Farbe, die dafür zählt", "プラスの色 3"),
        "minus_1": ("first colour against you", "erste Farbe dagegen", "マイナスの色 1"),
        "minus_2": ("second colour against you", "zweite Farbe dagegen", "マイナスの色 2"),
        "minus_3": ("third colour against you", "dritte Farbe dagegen", "マイナスの色 3"),
        "minus_4": ("fourth colour against you", "vierte Farbe dagegen", "マイナスの色 4"),
    },
    "concordia": {
        "jupiter_cards": ("Karten des Jupiter", "cards of Jupiter"),
        "saturn_cards": ("Karten des Saturn", "cards of Saturn"),
        "goods": ("kinds of goods produced",),
        "mercury_cards": ("Karten des Merkur", "cards of Mercury"),
        "mars_cards": ("Karten des Mars", "cards of Mars"),
        "minerva": ("Minerva: points of the specialists", "Minerva: Punkte der Spezialisten"),
        "concordia": ("Karte Concordia", "card Concordia"),
    },
    "cribbage": {
        "pegged": ("pegged in the play", "im Ausspielen gesteckt"),
        "crib": ("Krippe",),
    },
    "darts-501": {
        "thrown": ("points that counted",),
    },
    "doppelkopf": {
        "points": ("points of the game, minus for the losers", "Spielpunkte, minus für die Verlierer"),
    },
    "everdell": {
        "cards": ("Punkte der Karten in der Stadt", "都市のカードの点数", "points of the cards in the city"),
        "prosperity": ("bonus of purple prosperity cards", "Bonus der violetten Wohlstandskarten"),
    },
    "farkle": {
        "kept": ("points kept",),
    },
    "lost-cities": {
        "long": ("expeditions of eight cards or more", "八枚以上の探検"),
    },
    "love-letter": {
        "token": ("Gunstmarker der Runde", "ラウンドで得たトークン", "tokens of the round"),
    },
    "no-thanks": {
        "cards": ("Karten (von Folgen die niedrigste)", "cards (of a run the lowest)"),
    },
    "oh-hell": BIDS,
    "pandemic": {
        "cured": ("四つの治療薬をすべて発見",),
    },
    "patchwork": {
        "first": ("first on the last space",),
    },
    "phase-10": {
        "phase": ("geschaffte Phasen bisher",),
    },
    "puerto-rico": {
        "buildings": ("points of buildings", "Punkte der Gebäude"),
        "large": ("bonus of large buildings in use", "Bonus besetzter großer Gebäude"),
    },
    "qwirkle": {
        "laid": ("points of all lines", "Punkte aller Reihen"),
        "first": ("als Erster ohne Steine", "first without tiles"),
    },
    "qwixx": {
        "red": ("crosses in red",),
        "yellow": ("crosses in yellow",),
        "green": ("crosses in green",),
        "blue": ("crosses in blue",),
        "missed": ("misthrows",),
    },
    "rummikub": {
        "round": (
            "minus für die übrigen Steine; plus für den Sieger",
            "残ったタイルのマイナス、勝者はその合計",
            "minus for the tiles left; plus for the winner",
        ),
    },
    "scrabble": {
        "words": ("points of all words", "Punkte aller Wörter"),
        "left": ("value of the tiles left",),
        "others": (
            "Steine der anderen (wer ausging)",
            "他の人の残り（上がった人）",
            "the others’ tiles, for who went out",
        ),
    },
    "skat": {
        "value": ("game value, minus if lost (declarer only)", "Spielwert, minus wenn verloren (nur Alleinspieler)"),
    },
    "skull-king": BIDS,
    "splendor": {
        "cards": ("prestige points of cards", "Prestigepunkte der Karten"),
    },
    "sushi-go": {
        "pudding": ("puddings (of all rounds)", "Puddings (aller Runden)"),
        "dumplings": ("Klöße",),
        "squid": ("Tintenfisch-Nigiri",),
        "squid_wasabi": ("Tintenfisch-Nigiri auf Wasabi",),
    },
    "terraforming-mars": {
        "cities": ("cities (greenery beside them)", "Städte (Grünflächen daneben)"),
        "cards": ("points of cards",),
    },
    "the-crew": {
        "fulfilled": ("mission done",),
        "mission": ("number of the mission", "Nummer der Mission"),
    },
    "tichu": {
        "cards": ("card points of the round", "Kartenpunkte der Runde", "ラウンドのカード点"),
        "double": ("double victory",),
        "tichu_lost": ("Tichu lost",),
        "grand_lost": ("grand Tichu lost",),
    },
    "ticket-to-ride": {
        "routes_1": ("Strecken mit 1", "routes of 1"),
        "routes_2": ("Strecken mit 2", "routes of 2"),
        "routes_3": ("Strecken mit 3", "routes of 3"),
        "routes_4": ("Strecken mit 4", "routes of 4"),
        "routes_5": ("Strecken mit 5", "routes of 5"),
        "routes_6": ("Strecken mit 6", "routes of 6"),
        "tickets": ("Punkte erfüllter Zielkarten", "points of completed tickets"),
        "failed": ("Punkte nicht erfüllter Zielkarten", "points of tickets not completed"),
        "number": ("Zahl erfüllter Zielkarten",),
    },
    "uno": {
        "cards": (
            "Punkte der Karten der anderen, für den, der fertig wurde",
            "上がった人が得るほかの人の手札の点",
            "points of the others' cards, for who went out",
            "opponents’ remaining cards (player who went out)",
        ),
    },
    "wizard": BIDS,
    "yahtzee": {
        "upper": ("upper section", "oberer Block"),
        "more": ("weitere Kniffel", "追加のヤッツィー", "further Yahtzees"),
    },
}
