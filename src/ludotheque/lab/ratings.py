"""Ratings: how strong bots are, on one scale, from games of two or more of them.

The model is R. D. Luce's (1959): in a game each bot's expected share of the win is its strength divided by the sum of the strengths at the
table. For two it is that of R. A. Bradley and M. E. Terry (1952). A rating is 400 times the decimal logarithm of the strength, as Elo's
is; the mean of all ratings is 0.

Each bot also plays one imagined game, drawn, against a bot of strength 1, so that a bot that won everything has a finite rating.

The 95 % interval of a rating, compared with the mean, takes the larger of two standard errors: one counts every game by itself, the other
only every deal, because the games of a deal share their luck. So with few deals, or one-sided ones, it is rather too wide than too narrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from ludotheque.core.shares import Z_95

ELO = 400 / log(10)
"""Points for each unit of the natural logarithm of the strength."""
STEPS = 200
"""The most steps of Newton's method; it takes about ten."""


@dataclass(frozen=True)
class Deal:
    """What one deal gave: the same bots, in several seatings.

    Attributes:
        bots: the numbers of the bots; one may sit in several seats.
        wins: what each of them won, shared wins in part; the sum is the number of games.
    """

    bots: tuple[int, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """A bot's rating, in Elo's points; the mean of all bots is 0.

    Attributes:
        value: the rating.
        low: the lower bound of its 95 % interval.
        high: its upper bound.
    """

    value: float
    low: float
    high: float


def rate(deals: Sequence[Deal], bots: int) -> tuple[Rating, ...]:
    """Rate bots.

    Args:
        deals: what they played.
        bots: the number of bots.
    """
    theta = np.zeros(bots)
    for _ in range(STEPS):
        gradient, information, _ = _derivatives(deals, theta)
        step = np.linalg.solve(information, gradient)
        theta = theta + step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    _, information, scores = _derivatives(deals, theta)
    centred = np.eye(bots) - 1 / bots
    single = np.linalg.inv(information)
    more = len(deals) / (len(deals) - 1) if len(deals) > 1 else 1.0
    shared = single @ (more * scores.T @ scores + _imagined(theta)) @ single
    errors = np.sqrt(np.maximum(*(np.diag(centred @ each @ centred) for each in (single, shared))))
    values = theta - theta.mean()
    return tuple(
        Rating(ELO * value, ELO * (value - Z_95 * error), ELO * (value + Z_95 * error))
        for value, error in zip(values.tolist(), errors.tolist(), strict=True)
    )


def _imagined(theta: np.ndarray) -> np.ndarray:
    """The information of the imagined games."""
    share = 1 / (1 + np.exp(-theta))
    return np.diag(share * (1 - share))


def _derivatives(deals: Sequence[Deal], theta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The gradient of the logarithm of the likelihood, its information matrix, and each deal's part of the gradient."""
    gradient = 0.5 - 1 / (1 + np.exp(-theta))
    information, scores = _imagined(theta), np.zeros((len(deals), len(theta)))
    for row, deal in enumerate(deals):
        at = np.array(deal.bots)
        strengths = np.exp(theta[at] - theta[at].max())
        shares, games = strengths / strengths.sum(), sum(deal.wins)
        np.add.at(scores[row], at, np.array(deal.wins) - games * shares)
        np.add.at(information, np.ix_(at, at), games * (np.diag(shares) - np.outer(shares, shares)))
    return gradient + scores.sum(axis=0), information, scores
