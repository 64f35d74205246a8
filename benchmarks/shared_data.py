"""Where the shared data is: beside the project, or where CLAIRIFY_SHARED_DATA says."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(os.environ.get("CLAIRIFY_SHARED_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
