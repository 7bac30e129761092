"""The reasons why actions are refused, each with its rulebook rows."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason, reasons_of


class Why(IntEnum):
    """The reasons, in the order of `REASONS`."""

    LEGAL = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NO_SUCH_ACTION = 3
    NOT_NOW = 4
    THROW_FIRST = 5
    MUST_ACT = 6
    HAS_ARRIVED = 7
    IS_SCARED = 8
    NOT_THROWN = 9
    CANNOT_MOVE = 10
    OCCUPIED = 11
    ROCK = 12
    BEHIND = 13
    QUICKSAND = 14
    WRONG_COUNT = 15
    NO_SUCH_SPACE = 16
    NOT_ON_TRACK = 17
    OTHER_COLOUR = 18
    ALREADY_SCARED = 19
    NOT_SCARED = 20
    LEAPS = 21
    NO_CROCODILE = 22
    NO_LEAP_THERE = 23
    NOT_EARTH = 24
    BERRY_THERE = 25
    TOO_NEAR = 26
    NOT_YOURSELF = 27
    OTHER_BIRD = 28
    NO_LION = 29
    LION_SLEEPS = 30
    NO_WHITE = 31
    LION_ELSEWHERE = 32
    LION_AWAKE = 33
    TAKE_ALL_JOKERS = 34
    TOO_MANY_JOKERS = 35
    NOT_BACK_THERE = 36
    LAVA = 37
    VORTEX = 38
    BERRY = 39
    WATER = 40
    LION_THERE = 41
    TOO_FAR = 42
    NO_WAY = 43


REASONS: tuple[Reason, ...] = reasons_of(
    Why,
    GAME_OVER="BJC-46",
    NOT_YOUR_TURN="BJC-21",
    NOT_NOW="BJC-20",
    THROW_FIRST="BJC-19",
    MUST_ACT="BJC-20",
    HAS_ARRIVED="BJC-45",
    IS_SCARED="BJC-40",
    NOT_THROWN=("BJC-22", "BJC-24"),
    CANNOT_MOVE="BJC-30",
    OCCUPIED="BJC-32",
    ROCK="BJC-31",
    BEHIND="BJC-28",
    QUICKSAND="BJC-36",
    WRONG_COUNT="BJC-29",
    NO_SUCH_SPACE="BJC-28",
    NOT_ON_TRACK="BJC-41",
    OTHER_COLOUR=("BJC-39", "BJC-42"),
    ALREADY_SCARED="BJC-41",
    NOT_SCARED="BJC-43",
    LEAPS="BJC-55",
    NO_CROCODILE="BJC-55",
    NO_LEAP_THERE="BJC-55",
    NOT_EARTH="BJC-12",
    BERRY_THERE="BJC-12",
    TOO_NEAR="BJC-12",
    NOT_YOURSELF="BJC-69",
    OTHER_BIRD="BJC-59",
    NO_LION="BJC-74",
    LION_SLEEPS="BJC-74",
    NO_WHITE="BJC-74",
    LION_ELSEWHERE="BJC-74",
    LION_AWAKE="BJC-74",
    TAKE_ALL_JOKERS="BJC-71",
    TOO_MANY_JOKERS="BJC-71",
    NOT_BACK_THERE="BJC-73",
    LAVA="BJC-57",
    VORTEX="BJC-58",
    BERRY="BJC-62",
    WATER=("BJC-54", "BJC-56"),
    LION_THERE="BJC-74",
    TOO_FAR="BJC-29",
    NO_WAY=("BJC-31", "BJC-38"),
)
