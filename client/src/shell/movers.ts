/** What of a drawing moves: a movement takes the place of an element's own `transform`, so that what has one is moved from outside. */

export type Way = "hop" | "slide" | "ripple" | "sway";

/** The elements to move of those that a drawing says move in this way. What is put in a place by its own `transform` gets a group around it, once. */
export function movers(drawing: ParentNode, way: Way): SVGElement[] {
  return [...drawing.querySelectorAll<SVGElement>(`[data-${way}]`)].map((piece) => {
    const placed = piece.getAttribute("transform");
    if (placed === null) return piece;
    const group = piece.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute(`data-${way}`, piece.getAttribute(`data-${way}`) ?? "");
    piece.removeAttribute(`data-${way}`);
    piece.replaceWith(group);
    group.append(piece);
    return group;
  });
}
