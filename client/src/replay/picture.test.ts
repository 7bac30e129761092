import { expect, it } from "vitest";
import { withFaces } from "./picture";

it("a drawing brings its faces with it, in its own first element alone", () => {
  const svg =
    '<svg xmlns="x" viewBox="0 0 4 2" font-family="system-ui"><g class="headline"><text>A</text></g><svg x="1"></svg></svg>';
  const drawn = withFaces(svg, [
    { family: "Text", weight: "400", src: "data:font/woff2;base64,AAAA" },
    { family: "Counters", weight: "400 700", src: "data:font/woff2;base64,BBBB", range: "U+30-39" },
  ]);
  expect(drawn.startsWith('<svg xmlns="x" viewBox="0 0 4 2" font-family="system-ui"><style>')).toBe(true);
  expect(drawn.match(/<style>/g)).toHaveLength(1);
  expect(drawn).toContain(
    '@font-face{font-family:Text;font-weight:400;src:url(data:font/woff2;base64,AAAA) format("woff2")}',
  );
  expect(drawn).toContain('BBBB) format("woff2");unicode-range:U+30-39}');
  expect(drawn.replace(/<style>.*?<\/style>/, "")).toBe(svg);
});
