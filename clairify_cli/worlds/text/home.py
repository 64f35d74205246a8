"""What is in a home: which furniture stands in which room, which lamps are near it, and what lies where."""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """A room's furniture with how many of it there are at least and at most, and what can be seen from some of it."""

    furniture: tuple[tuple[str, int, int], ...]
    fixtures: tuple[tuple[str, str], ...] = ()


ROOMS = {
    "kitchen": Room(
        (
            ("fridge", 1, 1), ("microwave", 1, 1), ("sink-basin", 1, 1), ("counter-top", 1, 2), ("stove-burner", 1, 2),
            ("cabinet", 2, 3), ("drawer", 1, 2), ("garbage-can", 1, 1), ("coffee-machine", 0, 1), ("toaster", 0, 1),
        ),
        (("window", "sink-basin"),),
    ),
    "living-room": Room(
        (
            ("sofa", 1, 1), ("arm-chair", 1, 2), ("coffee-table", 1, 1), ("side-table", 1, 2), ("tv-stand", 1, 1),
            ("shelf", 1, 3), ("drawer", 0, 2),
        ),
        (("floor-lamp", "sofa"), ("television", "tv-stand"), ("house-plant", "shelf")),
    ),
    "bedroom": Room(
        (("bed", 1, 1), ("desk", 1, 1), ("side-table", 1, 2), ("dresser", 1, 1), ("drawer", 1, 3), ("shelf", 0, 1)),
        (("desk-lamp", "desk"), ("mirror", "dresser"), ("window", "bed")),
    ),
    "bathroom": Room(
        (
            ("sink-basin", 1, 2), ("toilet", 1, 1), ("bathtub-basin", 1, 1), ("towel-holder", 1, 1),
            ("toilet-paper-hanger", 1, 1), ("cabinet", 1, 2), ("garbage-can", 1, 1), ("shelf", 0, 1),
        ),
        (("mirror", "sink-basin"),),
    ),
    "study": Room(
        (("desk", 1, 1), ("arm-chair", 1, 1), ("shelf", 2, 3), ("drawer", 1, 2), ("safe", 1, 1), ("garbage-can", 1, 1)),
        (("desk-lamp", "desk"), ("window", "arm-chair")),
    ),
    "dining-room": Room(
        (("dining-table", 1, 1), ("cabinet", 1, 2), ("side-table", 1, 1), ("shelf", 0, 1)),
        (("floor-lamp", "side-table"), ("window", "dining-table")),
    ),
    "hall": Room((("dresser", 1, 1), ("side-table", 1, 1), ("ottoman", 1, 1)), (("mirror", "dresser"),)),
    "laundry-room": Room(
        (("laundry-hamper", 1, 1), ("sink-basin", 1, 1), ("cabinet", 1, 1), ("shelf", 1, 1), ("cart", 1, 1)),
    ),
    "guest-room": Room(
        (("bed", 1, 1), ("side-table", 1, 1), ("arm-chair", 0, 1), ("drawer", 1, 1)), (("desk-lamp", "side-table"),)
    ),
    "playroom": Room((("shelf", 1, 2), ("sofa", 1, 1), ("side-table", 1, 1)), (("floor-lamp", "sofa"),)),
    "garage": Room((("cabinet", 1, 1), ("shelf", 1, 2), ("cart", 1, 1), ("garbage-can", 1, 1))),
}  # fmt: skip

CLOSING = frozenset({"cabinet", "drawer", "fridge", "microwave", "safe"})
"""Furniture that opens and closes; it is closed at first."""

INSIDE = CLOSING | {"sink-basin", "bathtub-basin", "garbage-can", "laundry-hamper"}
"""Furniture that things are in; on all other they are on it."""

_KITCHEN = ("counter-top", "dining-table")
_TABLES = ("desk", "side-table", "dresser", "coffee-table", "dining-table")

PLACES: dict[str, tuple[str, ...]] = {
    "apple": ("fridge", *_KITCHEN, "garbage-can"),
    "bread": ("fridge", *_KITCHEN),
    "egg": ("fridge", "counter-top", "sink-basin"),
    "lettuce": ("fridge", *_KITCHEN, "sink-basin"),
    "potato": ("fridge", "counter-top", "cabinet", "garbage-can", "sink-basin"),
    "tomato": ("fridge", *_KITCHEN, "sink-basin"),
    "wine-bottle": ("fridge", "cabinet", *_KITCHEN),
    "bowl": ("cabinet", "shelf", *_KITCHEN, "fridge"),
    "mug": ("cabinet", "desk", "coffee-machine", "counter-top", "sink-basin", "microwave", "side-table"),
    "cup": ("cabinet", *_KITCHEN, "sink-basin"),
    "plate": ("cabinet", *_KITCHEN, "sink-basin"),
    "pan": ("stove-burner", "cabinet", "counter-top", "sink-basin"),
    "pot": ("stove-burner", "cabinet", "fridge", "sink-basin"),
    "kettle": ("stove-burner", "counter-top", "cabinet", "shelf"),
    "fork": ("drawer", *_KITCHEN, "sink-basin"),
    "spoon": ("drawer", *_KITCHEN, "sink-basin"),
    "ladle": ("drawer", "counter-top", "sink-basin"),
    "spatula": ("drawer", "counter-top", "sink-basin"),
    "knife": ("drawer", *_KITCHEN),
    "butter-knife": ("drawer", *_KITCHEN, "sink-basin"),
    "cloth": ("cabinet", "bathtub-basin", "laundry-hamper", "drawer", "sink-basin", "cart"),
    "dish-sponge": ("sink-basin", "cabinet", "counter-top", "drawer", "cart"),
    "soap-bar": ("sink-basin", "bathtub-basin", "cabinet", "shelf", "toilet"),
    "soap-bottle": ("cabinet", "counter-top", "toilet", "shelf", "garbage-can"),
    "spray-bottle": ("cabinet", "toilet", "shelf", "cart", "garbage-can"),
    "toilet-paper": ("toilet-paper-hanger", "toilet", "cabinet", "shelf", "garbage-can"),
    "towel": ("towel-holder", "bathtub-basin", "laundry-hamper"),
    "candle": ("toilet", "shelf", "coffee-table", "side-table", "dresser", "cart", "cabinet"),
    "plunger": ("toilet", "cabinet"),
    "pepper-shaker": ("cabinet", "drawer", *_KITCHEN, "shelf"),
    "salt-shaker": ("cabinet", "drawer", *_KITCHEN, "shelf"),
    "alarm-clock": ("side-table", "desk", "dresser", "shelf"),
    "book": (*_TABLES, "bed", "shelf", "sofa", "drawer"),
    "box": ("coffee-table", "sofa", "arm-chair", "shelf", "cart", "side-table"),
    "cd": ("desk", "drawer", "shelf", "safe", "dresser"),
    "cell-phone": ("bed", *_TABLES, "sofa", "drawer"),
    "credit-card": (*_TABLES, "drawer", "safe", "arm-chair"),
    "key-chain": (*_TABLES, "drawer", "sofa", "arm-chair", "safe"),
    "laptop": ("desk", "bed", "sofa", "arm-chair", "coffee-table"),
    "newspaper": ("sofa", "arm-chair", "coffee-table", "drawer", "ottoman", "side-table"),
    "pen": ("desk", "drawer", "side-table", "shelf", "dresser", "garbage-can"),
    "pencil": ("desk", "drawer", "side-table", "shelf", "garbage-can"),
    "pillow": ("bed", "sofa", "arm-chair", "ottoman"),
    "remote-control": ("sofa", "arm-chair", "coffee-table", "tv-stand", "ottoman", "side-table", "drawer"),
    "statue": ("shelf", "tv-stand", "coffee-table", "side-table", "dresser", "safe"),
    "vase": ("shelf", "side-table", "dining-table", "coffee-table", "dresser", "safe", "cabinet"),
    "watch": ("dresser", "side-table", "drawer", "safe", "shelf", "coffee-table"),
    "watering-can": ("shelf", "side-table", "cart", "tv-stand"),
    "tissue-box": ("toilet", "side-table", "coffee-table", "cart", "dresser", "shelf"),
    "tennis-racket": ("bed", "dresser", "sofa", "cart"),
    "basket-ball": ("bed", "arm-chair", "cart", "ottoman"),
    "teddy-bear": ("bed", "arm-chair", "ottoman"),
}  # fmt: skip
"""Where each kind of item is found; what is not here is put nowhere."""

WASHED = ("apple", "lettuce", "tomato", "potato", "bowl", "mug", "plate", "pan", "pot", "fork", "ladle", "spatula",
          "butter-knife", "kettle", "cloth", "dish-sponge", "soap-bar")  # fmt: skip
HEATED = ("apple", "bread", "egg", "potato", "tomato", "mug", "plate", "bowl")
COOLED = ("apple", "bread", "egg", "lettuce", "potato", "tomato", "wine-bottle", "mug", "bowl", "plate", "pan", "pot")
EXAMINED = ("alarm-clock", "book", "bowl", "cd", "cell-phone", "credit-card", "key-chain", "laptop", "mug", "newspaper",
            "pen", "pencil", "pillow", "remote-control", "statue", "tissue-box", "vase", "watch")  # fmt: skip
MANY_MEANINGS = frozenset({"cup", "knife", "spoon", "box", "tv-stand", "toilet-paper-hanger", "coffee-machine"})
"""Kinds that are in no task: their words fit other kinds, too, or things are put at them in another way."""
