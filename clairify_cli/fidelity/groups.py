"""What a person does about findings that compare a program with its text, most serious first.

The order is by what goes wrong if nothing is done: another product, another amount, a lost condition, mere wording.
"""

from __future__ import annotations

from clairify_cli.diagnostics.render.text import Group

_GROUPS = {
    Group("Not compared", "split the text into procedures, a file for each"): ("XDL613",),
    Group(
        "Steps or substances that are missing",
        "add the step, or word the instruction more plainly; ignore what is only a remark",
    ): ("XDL607", "XDL608", "XDL690"),
    Group(
        "Steps or substances that the text does not ask for",
        "leave them out, or write what the text has in their place",
    ): ("XDL605", "XDL609", "XDL640", "XDL641"),
    Group(
        "Steps on another material, or in another order",
        "follow the material through the text, and correct vessels, layers and order",
    ): ("XDL606", "XDL610", "XDL612", "XDL620", "XDL621", "XDL622", "XDL623", "XDL624", "XDL625"),
    Group(
        "Amounts, times, temperatures and other numbers",
        "write the number that the text means, in the step that it belongs to",
    ): ("XDL601", "XDL602", "XDL603", "XDL604", "XDL614", "XDL618", "XDL626", "XDL642"),
    Group(
        "Conditions that no step has",
        "write it as a step or a property, with a number and a unit, if a machine is to act on it",
    ): ("XDL611", "XDL615", "XDL616", "XDL617", "XDL619", "XDL691"),
    Group("Guesses", "say it in the text where something else is meant"): ("XDL692", "XDL693"),
}

GROUP_OF = {code: group for group, codes in _GROUPS.items() for code in codes}
"""The group of each rule that compares a program with its text, or tells what the reader made of the text."""
