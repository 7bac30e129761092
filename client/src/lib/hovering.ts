/** Pointing with a mouse: things that move under a resting mouse do not count. */

type Pointer = Pick<PointerEvent, "pointerType" | "clientX" | "clientY">;

let at: { x: number; y: number } | null = null;

/** Whether a mouse has moved since it was last asked. */
function moved({ clientX, clientY }: Pointer): boolean {
  const was = at;
  at = { x: clientX, y: clientY };
  return was?.x !== clientX || was.y !== clientY;
}

/** Where the mouse was last seen is forgotten: the next time it is seen, it has moved. */
export function forget(): void {
  at = null;
}

/** Handlers for what shows something while it is pointed at: by a mouse that moved there, or by a finger. */
export function hovering(show: () => void): {
  onpointerenter: (event: Pointer) => void;
  onpointermove: (event: Pointer) => void;
} {
  return {
    onpointerenter: (event) => {
      if (event.pointerType !== "mouse") show();
    },
    onpointermove: (event) => {
      if (event.pointerType === "mouse" && moved(event)) show();
    },
  };
}
