"""Numbers that compiled rules draw and compute: read here as the tests of `core.luck` and `core.numerics` read them."""

from ludotheque.core import numerics
from ludotheque.core.entry_point import Float64s, Float64Table, State, entry_point
from ludotheque.core.luck import Luck


@entry_point()
def draw_numbers(s: State, luck: Luck, out: Float64s) -> None:
    """A number from 0 up to 1, one of 3 to 8, one of 0 to 6, and so on."""
    for index in range(0, len(out), 3):
        out[index] = luck.random()
        out[index + 1] = luck.integers(3, 9)
        out[index + 2] = luck.integers(7)


@entry_point()
def compute_numbers(s: State, x: Float64s, out: Float64Table) -> None:
    """A logarithm, an exponential, a power, a sine and a cosine for each."""
    for index in range(len(x)):
        out[index, 0] = numerics.log(x[index])
        out[index, 1] = numerics.exp(x[index] / 50.0)
        out[index, 2] = numerics.power(x[index], 0.4)
        out[index, 3] = numerics.sine(x[index])
        out[index, 4] = numerics.cosine(x[index])
