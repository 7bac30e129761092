"""An editor for a box: what of a component file may be changed, as data, and the file after a change.

A game says what can be edited in a file `editor.py` of its package, with an `EDITOR` that is an `Editor`. It draws the box as it is, legal or
not, and says what a stroke of a brush does to the content of the file. Games that have none are edited as text; if their box is a few
numbers (`FieldComponents`), these numbers are a form. The component file stays the truth: a change is made to its content and written back
into its text, and the game's own `components` judges it, so there is no second set of rules.

>>> from ludotheque.core import registry
>>> game = registry.get("bantu")
>>> box = opened(game, None)
>>> box.faults, box.parts[0].id
((), 'track')
"""

from __future__ import annotations

from ludotheque.scene.editor.differences import changes, undone
from ludotheque.scene.editor.forms import (
    UNREADABLE,
    Editor,
    FormEditor,
    NumbersEditor,
    at,
    chosen,
    count_of,
    number,
    numbers,
    of_game,
    provenance,
    put,
    yes_or_no,
)
from ludotheque.scene.editor.opening import keys, opened
from ludotheque.scene.editor.parts import (
    Act,
    Action,
    Brush,
    Choice,
    Difference,
    Edit,
    Fault,
    Field,
    Opened,
    Paint,
    Painter,
    Part,
    Place,
    Set,
    Undone,
    Value,
)
from ludotheque.scene.editor.told import differences

__all__ = [
    "UNREADABLE",
    "Act",
    "Action",
    "Brush",
    "Choice",
    "Difference",
    "Edit",
    "Editor",
    "Fault",
    "Field",
    "FormEditor",
    "NumbersEditor",
    "Opened",
    "Paint",
    "Painter",
    "Part",
    "Place",
    "Set",
    "Undone",
    "Value",
    "at",
    "changes",
    "chosen",
    "count_of",
    "differences",
    "keys",
    "number",
    "numbers",
    "of_game",
    "opened",
    "provenance",
    "put",
    "undone",
    "yes_or_no",
]
