"""Run one of Swift's servers with Debian's Python: `swift_server.py FOLDER proxy` (or account, container, object).

`swift_server.py FOLDER rings account=PORT …` writes the rings, which tell the proxy where the data is: on one disk.
"""

import sys
from pathlib import Path

from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

folder, what = Path(sys.argv[1]), sys.argv[2]
if what != "rings":
    # swift.conf is in this folder, not in /etc.
    utils.set_swift_dir(str(folder))
    sys.exit(run_wsgi(str(folder / f"{what}.ini"), f"{what}-server", verbose=True))
for kind, port in (place.split("=") for place in sys.argv[3:]):
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", "meta": ""}
    ring.add_dev(device | {"ip": "127.0.0.1", "port": int(port)})
    ring.rebalance()
    ring.get_ring().save(str(folder / f"{kind}.ring.gz"))
