"""Find the model for a name given by the user."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.files.addresses import hold_back, public
from clairify_cli.files.jsonl import Lines
from clairify_cli.files.patterns import late
from clairify_cli.translate.models.base import Model
from clairify_cli.translate.models.errors import ModelSetupError

READER = "reader"
_REPLAY = "replay:"
_OWN_NAMES = (READER, "replay")
_ADDRESS = late(
    r"//|\\\\|\bhttps?:|:\d{2,5}(?:/|$)|@[\w-]+\.\w"
    r"|(?:^|/)(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]*\])(?=[:/]|$)",
    re.IGNORECASE,
)
"""Parts of a model's name that litellm, or a reader, could mistake for a server; a tag is not a port: `llama3:8b`."""


def resolve_model(
    name: str | None,
    *,
    api_base: str | None = None,
    record: Lines | None = None,
    reader: Model | None = None,
) -> Model:
    """Return the model called `name`: `reader` (the default), `replay:FILE`, or any litellm name.

    `api_base` is the address of a local or other server that speaks the provider's protocol. With `record`, every
    answer is written there. `reader` is the offline reader to use instead of the XDL reader. Raises `ModelSetupError`
    with one sentence.
    """
    hold_back(api_base)
    if reader is not None and is_reader(name) and api_base is None:
        model = reader
    else:
        model = _model(name.strip() if name else READER, named=bool(name), api_base=api_base)
    if record is None:
        return model
    from clairify_cli.translate.models.record import RecordingModel

    return RecordingModel(model, record)


def is_reader(name: str | None) -> bool:
    """Whether the name means the offline reader, the default."""
    return not name or name.strip() == READER


def _model(name: str, *, named: bool, api_base: str | None) -> Model:
    if name == READER or name.startswith(_REPLAY):
        if api_base is not None:
            which = f"`{name}` asks no server" if named else "an address alone does not say which model"
            raise ModelSetupError(f"{which}: name the model that runs at {public(api_base)}, as in openai/NAME")
        return _own_model(name)
    if has_address(name):
        raise ModelSetupError(
            "the name of a model cannot hold an address: give the name as --model PROVIDER/NAME and the address as "
            "--api-base"
        )
    if api_base is None:
        _refuse_slips(name)
    else:
        _check_address(api_base)
    from clairify_cli.translate.models.litellm_model import LiteLLMModel, check_installed

    check_installed()
    return LiteLLMModel(name, api_base)


def has_address(name: str) -> bool:
    """Whether a model's name contains an address in any encoding, to which litellm would send the text."""
    plain, before = name, ""
    while plain != before:
        before, plain = plain, unquote(plain)
    plain = "".join(unicodedata.normalize("NFKC", plain).split())
    return _ADDRESS.search("".join(one for one in plain if one.isprintable())) is not None


def _own_model(name: str) -> Model:
    if name == READER:
        from clairify_cli.translate.models.offline import ReaderModel

        return ReaderModel()
    file = name.removeprefix(_REPLAY)
    if not file:
        raise ModelSetupError("`replay:` needs a file: replay:FILE, where FILE was written by --record or --trace")
    from clairify_cli.translate.models.record import ReplayModel

    return ReplayModel(file)


def _refuse_slips(name: str) -> None:
    if not name:
        raise ModelSetupError("the name of the model is empty: write reader, replay:FILE or PROVIDER/NAME")
    head = name.split(":", 1)[0]
    if "/" in head:
        return
    near = only_near_match(head, _OWN_NAMES)
    if near == "replay":
        raise ModelSetupError(
            f"`{name}` is no model; to answer from a file write replay:FILE, "
            "where FILE was written by --record or --trace"
        )
    if near == READER:
        raise ModelSetupError(f"`{name}` is no model; did you mean `{READER}`?")


def _check_address(api_base: str) -> None:
    if not api_base.startswith(("http://", "https://")):
        raise ModelSetupError("what --api-base gives is not the address of a server: write it as http://HOST:PORT/v1")
