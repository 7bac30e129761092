"""Why an action is refused: each reason with the rows of the rulebook that say so."""

from __future__ import annotations

from enum import IntEnum

from ludotheque.core.game import Reason


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
    STOPPED_BEFORE = 14
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


REASONS = (
    Reason("legal"),
    Reason("game_over", ("BJC-46",)),
    Reason("not_your_turn", ("BJC-21",)),
    Reason("no_such_action"),
    Reason("not_now", ("BJC-20",)),
    Reason("throw_first", ("BJC-19",)),
    Reason("must_act", ("BJC-20",)),
    Reason("has_arrived", ("BJC-45",)),
    Reason("is_scared", ("BJC-40",)),
    Reason("not_thrown", ("BJC-22", "BJC-24")),
    Reason("cannot_move", ("BJC-30",)),
    Reason("occupied", ("BJC-32",)),
    Reason("rock", ("BJC-31",)),
    Reason("behind", ("BJC-28",)),
    Reason("stopped_before", ("BJC-36", "BJC-62")),
    Reason("wrong_count", ("BJC-29",)),
    Reason("no_such_space", ("BJC-28",)),
    Reason("not_on_track", ("BJC-41",)),
    Reason("other_colour", ("BJC-39", "BJC-42")),
    Reason("already_scared", ("BJC-41",)),
    Reason("not_scared", ("BJC-43",)),
    Reason("leaps", ("BJC-55",)),
    Reason("no_crocodile", ("BJC-55",)),
    Reason("no_leap_there", ("BJC-55",)),
    Reason("not_earth", ("BJC-12",)),
    Reason("berry_there", ("BJC-12",)),
    Reason("too_near", ("BJC-12",)),
    Reason("not_yourself", ("BJC-69",)),
    Reason("other_bird", ("BJC-59",)),
    Reason("no_lion", ("BJC-74",)),
    Reason("lion_sleeps", ("BJC-74",)),
    Reason("no_white", ("BJC-74",)),
    Reason("lion_elsewhere", ("BJC-74",)),
    Reason("lion_awake", ("BJC-74",)),
    Reason("take_all_jokers", ("BJC-71",)),
    Reason("too_many_jokers", ("BJC-71",)),
    Reason("not_back_there", ("BJC-73",)),
    Reason("lava", ("BJC-57",)),
)
