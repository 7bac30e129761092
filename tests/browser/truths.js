// What must be true of a table's page on every screen. Gives the faults as sentences; none if all is well.
({ finger, letters }) => {
  const faults = new Set();
  const wide = innerWidth, high = innerHeight;
  const page = document.scrollingElement;
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

  if (page.scrollWidth > wide) faults.add(`the page is ${page.scrollWidth - wide} px wider than the screen`);

  const board = document.querySelector("svg.board");
  const lies = board && box(board);
  if (!lies || lies.width < 100 || lies.left < -1 || lies.right > wide + 1 || lies.top < -1 || lies.bottom > high + 1) faults.add("the board is not whole on the screen");

  const main = document.querySelector(".thumb .wide");
  if (main) {
    const whole = box(main), part = seen(main);
    if (!part || part.top < -1 || part.bottom > high + 1 || part.bottom - part.top < whole.height - 1) faults.add(`${says(main)}, the main button, is not whole on the screen`);
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
      return top && (one.contains(top) || top.contains(one) || top.closest("label")?.control === one);
    };
    if (!hits(0, 0)) {
      const top = document.elementFromPoint(x, y);
      if (top) faults.add(`${says(one)} lies under ${says(top)}`);
      continue;
    }
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
    for (let each = one; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = getComputedStyle(each);
      if (display === "inline") continue;
      const cut = (overflowX === "hidden" || overflowX === "clip") && each.scrollWidth > each.clientWidth + 1;
      if (cut && textOverflow !== "ellipsis" && each.clientWidth > 2) faults.add(`${says(each)} is cut off at its side`);
      if ((overflowY === "hidden" || overflowY === "clip") && webkitLineClamp === "none" && each.scrollHeight > each.clientHeight + 2 && each.clientHeight > 2)
        faults.add(`${says(each)} is cut off at its foot`);
      break;
    }
  }
  return [...faults];
}
