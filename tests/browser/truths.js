// What must be true of a table's page on every screen. Gives the faults as sentences; none if all is well. With large letters a page `scrolls`.
async ({ finger, letters, scrolls }) => {
  await document.fonts.ready;
  for (const each of document.getAnimations()) if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
  const faults = new Set();
  const page = document.scrollingElement;
  // A phone zooms out until all of a page that is too wide is seen, and `innerWidth` grows with it.
  const wide = page.clientWidth, high = page.clientHeight;
  const says = (one) => {
    const words = (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${one.tagName.toLowerCase()}${[...one.classList].filter((name) => !name.startsWith("svelte-")).map((name) => `.${name}`).join("")} “${words}”`;
  };
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (one) => one.getBoundingClientRect();

  /** The part of a thing that nothing around it cuts off. */
  const seen = (one) => {
    let { left, top, right, bottom } = box(one);
    for (let each = one.parentElement; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.clipPath !== "none") return null;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = box(each);
      left = Math.max(left, around.left);
      right = Math.min(right, around.right);
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  };

  const meet = (a, b, by = 1) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  /** What a line's letters cover of its box, which is higher. */
  const inked = ({ left, right, top, bottom }) => ({ left, right, top: top + 0.2 * (bottom - top), bottom: bottom - 0.18 * (bottom - top) });
  /** Whether it is told in full elsewhere, to eyes or to whoever points at it. */
  const elsewhere = (text) => text.parentElement.closest("[title], [aria-label]:not(section, main, [role=group], svg)") || document.body.textContent.split(text.data.trim()).length > 2;

  if (page.scrollWidth > wide) faults.add(`the page is ${page.scrollWidth - wide} px wider than the screen`);
  if (!scrolls && page.scrollHeight > high) faults.add(`the page is ${page.scrollHeight - high} px higher than the screen`);

  const main = document.querySelector(".thumb .wide");
  if (scrolls) main?.scrollIntoView({ block: "nearest", behavior: "instant" });
  if (main && shown(main)) {
    const whole = box(main), part = seen(main);
    if (!part || part.top < -1 || part.bottom > high + 1 || part.bottom - part.top < whole.height - 1) faults.add(`${says(main)}, the main button, is not whole on the screen`);
  }
  if (scrolls) scrollTo(0, 0);

  const board = document.querySelector("svg.board");
  const lies = board && box(board);
  if (!lies ? !document.querySelector(".hand .card") : lies.width < 100 || lies.left < -1 || lies.right > wide + 1 || (!scrolls && (lies.top < -1 || lies.bottom > high + 1))) faults.add("the board is not whole on the screen");
  for (const one of document.querySelectorAll(".thumb .wide, .prompt .sentence, ul.seats .name")) {
    const at = shown(one) && !one.closest(".felt") && seen(one);
    if (at && lies && meet(at, lies)) faults.add(`${says(one)} lies over the board`);
  }
  for (const one of document.querySelectorAll("svg.board .spot.can[data-spot]")) {
    const at = box(one);
    if (finger > 24 && /^(hand|die|tray|store)\b/.test(one.dataset.spot) && Math.max(at.width, at.height) < finger - 0.5) faults.add(`${one.dataset.spot} of the board is ${Math.round(at.width)}×${Math.round(at.height)} px under a finger`);
  }

  const targets = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")].filter(
    (one) => shown(one) && !one.closest("svg.board") && !one.matches(":disabled"),
  );
  for (const one of targets) {
    const part = seen(one);
    if (!part) continue;
    const whole = box(one);
    const scrolls = part.right - part.left < whole.width - 2 || part.bottom - part.top < whole.height - 2;
    if (part.right <= 0 || part.left >= wide || part.bottom <= 0 || part.top >= high) continue;
    if (part.left < -1 || part.right > wide + 1) faults.add(`${says(one)} sticks out of the screen`);
    if (scrolls) continue;
    const x = (part.left + part.right) / 2, y = (part.top + part.bottom) / 2;
    const hits = (dx, dy) => {
      const top = document.elementFromPoint(Math.min(Math.max(x + dx, 0), wide - 1), Math.min(Math.max(y + dy, 0), high - 1));
      return top && (one.contains(top) || top.closest("label")?.control === one);
    };
    if (!hits(0, 0) && !document.elementFromPoint(x, y)?.contains(one)) {
      const top = document.elementFromPoint(x, y);
      if (top) faults.add(`${says(one)} lies under ${says(top)}`);
      continue;
    }
    if (one.matches("a") && getComputedStyle(one).display === "inline") continue; // words of a sentence
    const reach = (dx, dy) => {
      let far = 1;
      while (far < finger && hits(dx * far, dy * far)) far += 1;
      return far;
    };
    const across = Math.round(Math.max(whole.width, reach(-1, 0) + reach(1, 0) - 1));
    const along = Math.round(Math.max(whole.height, reach(0, -1) + reach(0, 1) - 1));
    if (across < finger) faults.add(`${says(one)} is ${across} px wide under a finger`);
    if (along < finger) faults.add(`${says(one)} is ${along} px high under a finger`);
  }

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  /** A colour of any notation, in parts of 1. */
  const rgba = (colour) => {
    if (!colours.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      colours.set(colour, [...canvas.getImageData(0, 0, 1, 1).data].map((each) => each / 255));
    }
    return colours.get(colour);
  };
  /** A colour that is painted over an opaque one, all of it so far transparent. */
  const over = ([r, g, b, a], under, opaque = 1) => [r, g, b].map((each, n) => each * a * opaque + under[n] * (1 - a * opaque));
  const opacity = (one) => (one ? Number(getComputedStyle(one).opacity) * opacity(one.parentElement) : 1);
  /** What stands behind a thing. */
  const ground = (one) => (one ? over(rgba(getComputedStyle(one).backgroundColor), ground(one.parentElement), opacity(one)) : [1, 1, 1]);
  const light = (colour) => colour.reduce((sum, v, n) => sum + [0.2126, 0.7152, 0.0722][n] * (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4), 0);
  const contrast = (one, other) => { const [a, b] = [light(one), light(other)].sort((a, b) => b - a); return (a + 0.05) / (b + 0.05); };
  /** Whether one of two things stands on a ground of its own, which covers the other. */
  const covers = (one, other) => one && !one.contains(other) && (rgba(getComputedStyle(one).backgroundColor)[3] > 0.9 || covers(one.parentElement, other));
  const lines = [];

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || one.closest("svg, script, style, template") || !shown(one) || !seen(one)) continue;
    const style = getComputedStyle(one);
    if (parseFloat(style.fontSize) < letters) faults.add(`${says(one)} is written in ${style.fontSize}`);
    const range = document.createRange();
    for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}’']+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.add(`“${word}” is broken in ${says(one)}`);
    }
    range.selectNodeContents(text);
    const part = seen(one);
    for (const line of range.getClientRects()) {
      const at = { left: Math.max(line.left, part.left), right: Math.min(line.right, part.right), top: Math.max(line.top, part.top), bottom: Math.min(line.bottom, part.bottom) };
      if (at.right - at.left > 2 && at.bottom - at.top > 4) lines.push({ one, ...inked(at) });
    }
    const pressed = one.closest("button, a.button");
    const at = range.getBoundingClientRect();
    if (pressed && at.width > 0 && (at.left < box(pressed).left - 1 || at.right > box(pressed).right + 1) && !(style.textOverflow === "ellipsis" && elsewhere(text)))
      faults.add(`the words of ${says(pressed)} go beyond it`);
    const disabled = one.closest(":disabled, [aria-disabled=true]");
    if (!disabled) {
      const [there, here] = [ground(one), opacity(one)];
      const found = contrast(over(rgba(style.color), there, here), there);
      const size = parseFloat(style.fontSize);
      if (found < (size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5) - 0.005) faults.add(`${says(one)} has a contrast of ${found.toFixed(2)}:1`);
    }
    const ink = [...range.getClientRects()].map(inked);
    const [top, bottom] = [Math.min(...ink.map((line) => line.top)), Math.max(...ink.map((line) => line.bottom))];
    for (let each = one; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = getComputedStyle(each);
      if (display === "inline") continue;
      if (/auto|scroll/.test(overflowX + overflowY) || each.clientWidth <= 2) break;
      const around = box(each);
      if (overflowX !== "visible" && (at.left < around.left - 1 || at.right > around.right + 1) && !(textOverflow === "ellipsis" && elsewhere(text))) faults.add(`${says(each)} is cut off at its side`);
      if (overflowY !== "visible" && (top < around.top - 2 || bottom > around.bottom + 2) && !(webkitLineClamp !== "none" && elsewhere(text))) faults.add(`${says(each)} is cut off at its foot`);
    }
  }
  lines.forEach((a, i) => {
    for (const b of lines.slice(0, i)) if (a.one !== b.one && meet(a, b, 2) && !covers(a.one, b.one) && !covers(b.one, a.one)) faults.add(`${says(a.one)} is written over ${says(b.one)}`);
  });

  for (const sign of document.querySelectorAll(".mark text")) {
    if (!shown(sign) || sign.closest("svg.board")) continue;
    const there = ground(sign), found = contrast(over(rgba(getComputedStyle(sign).fill), there), there);
    if (found < 3) faults.add(`${says(sign)} has a contrast of ${found.toFixed(2)}:1`);
  }

  const pieces = [...document.querySelectorAll("svg.board .counter .rise, svg.board .counter .tick")].map(box);
  const titles = [...document.querySelectorAll("svg.board .tray text")].map((one) => {
    // A line's box is higher than its letters: what counts is where these stand.
    const { a } = one.getScreenCTM(), { left, right, top, bottom } = box(one);
    const size = parseFloat(getComputedStyle(one).fontSize) * a;
    const base = new DOMPoint(0, Number(one.getAttribute("y"))).matrixTransform(one.getScreenCTM()).y;
    return { one, text: one.firstChild?.data ?? "", whole: { left, right, top, bottom }, left, right, top: base - size * 0.74, bottom: base + size * 0.22 };
  });
  for (const title of titles) {
    const tray = box(title.one.parentNode.querySelector("rect"));
    const { left, right, top, bottom } = title.whole;
    if (title.text.endsWith("…") && !title.one.querySelector("title")) faults.add(`the name of a tray is cut: “${title.text}”`);
    if (left < tray.left - 1 || right > tray.right + 1 || top < tray.top - 1 || bottom > tray.bottom + 1) faults.add(`the name of a tray sticks out of it: “${title.text}”`);
    if (pieces.some((piece) => meet(title, piece))) faults.add(`the name of a tray lies under a piece: “${title.text}”`);
    for (const other of titles) if (other !== title && meet(title, other.whole, 3)) faults.add(`the name of a tray is written over another: “${title.text}”`);
  }

  const seats = [...document.querySelectorAll("ul.seats > li")].filter((seat) => shown(seat) && seen(seat));
  for (const seat of seats) {
    const name = seat.querySelector(".name"), word = seat.querySelector(".word");
    if (!seen(name) || box(name).width <= 12) faults.add(`the name of ${says(seat)} is not seen`);
    // Where all act at once, the frame of a card says so.
    if (word && seats.filter((each) => each.matches(".acts")).length === 1 && !(seen(word) && box(word).width > 12)) faults.add(`${says(seat)} does not say that it is its turn`);
  }
  return [...faults];
}
