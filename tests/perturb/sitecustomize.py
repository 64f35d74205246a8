"""Python imports this at start-up where this folder is on its path, so programs that tests start are perturbed too."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from perturb.physics import SEED, perturb

del sys.path[0]

if SEED in os.environ:
    perturb(int(os.environ[SEED]))
