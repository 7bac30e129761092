"""What cannot be made into machine code is refused, and the rule at fault is named."""

from __future__ import annotations

import pytest

from ludotheque.compiler import targets

MODULE = """
target datalayout = ""
target triple = ""
declare double @sin(double)

define double @_ZN4tiny5rules4playB2v1Ed(double %angle) {
  %result = call double @sin(double %angle)
  ret double %result
}

define double @tiny_play(double %angle) {
  %result = call double @_ZN4tiny5rules4playB2v1Ed(double %angle)
  ret double %result
}
"""


@pytest.mark.parametrize("called", ["sin", "llvm.sin.f64"])
@pytest.mark.parametrize("name", ["linux-x86_64", "wasm32"])
def test_a_rule_calling_an_unavailable_function_is_named(name: str, called: str) -> None:
    text = MODULE.replace("@sin(", f"@{called}(")
    with pytest.raises(targets.CannotCompile, match=rf"cannot call {called} \(in tiny\.rules\.play\)"):
        targets.object_code(text, targets.named(name), ["tiny_play"])


def test_unknown_kinds_of_machine_are_refused() -> None:
    with pytest.raises(targets.CannotCompile, match="cannot be compiled for amiga, only for linux-x86_64"):
        targets.named("amiga")
