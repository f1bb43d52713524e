/** Where something stands, in pixels from the corner of the picture. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** The line of a need and the arrowhead at its end, as paths of SVG. */
export interface DrawnEdge {
  line: string;
  head: string;
}

const headSize = 5;
/** How far one swerve lies beside the next, in pixels. */
export const swerveWidth = 9;
const corner = 6;

/** An arrowhead whose tip is at a point, for a line that comes along a direction. */
function drawHead({ x, y }: Point, way: { x: number; y: number }): string {
  const back = { x: x - way.x * headSize, y: y - way.y * headSize };
  const side = { x: way.y * headSize * 0.7, y: way.x * headSize * 0.7 };
  return `M${x} ${y}L${back.x + side.x} ${back.y + side.y}L${back.x - side.x} ${back.y - side.y}Z`;
}

const centre = ({ top, height }: Box) => top + height / 2;

/** From column to column: a curve through each gap, and straight through the lanes. */
function drawAcross(way: readonly Box[], sign: 1 | -1): DrawnEdge {
  const near = ({ left, width }: Box) => (sign === 1 ? left : left + width);
  const far = ({ left, width }: Box) => (sign === 1 ? left + width : left);
  const [first, ...rest] = way as [Box, ...Box[]];
  let at = { x: far(first), y: centre(first) };
  let line = `M${at.x} ${at.y}`;
  for (const [number, box] of rest.entries()) {
    const isLast = number === rest.length - 1;
    const to = { x: near(box) - (isLast ? sign * headSize : 0), y: centre(box) };
    const middle = (at.x + to.x) / 2;
    line += `C${middle} ${at.y} ${middle} ${to.y} ${to.x} ${to.y}`;
    if (!isLast) line += `H${far(box)}`;
    at = { x: far(box), y: to.y };
  }
  const last = way.at(-1) as Box;
  return { line, head: drawHead({ x: near(last), y: centre(last) }, { x: sign, y: 0 }) };
}

/** From one step to another below it: straight down, or around those between, on the side where lines begin to be read. */
function drawDown(from: Box, to: Box, swerve: number, sign: 1 | -1): DrawnEdge {
  const edge = ({ left, width }: Box) => (sign === 1 ? left : left + width);
  if (swerve === 0) {
    const x = edge(from) + sign * 20;
    return { line: `M${x} ${from.top + from.height}V${to.top - headSize}`, head: drawHead({ x, y: to.top }, { x: 0, y: 1 }) };
  }
  const out = edge(from) - sign * (headSize + swerve * swerveWidth);
  const [begin, end] = [centre(from), centre(to)];
  const turn = sign * corner;
  const line = `M${edge(from)} ${begin}H${out + turn}Q${out} ${begin} ${out} ${begin + corner}V${end - corner}Q${out} ${end} ${out + turn} ${end}H${edge(to) - sign * headSize}`;
  return { line, head: drawHead({ x: edge(to), y: end }, { x: sign, y: 0 }) };
}

/** Draws the line of a need, whether the steps stand beside or below each other, and whichever way is read. */
export function drawEdge(from: Box, to: Box, lanes: readonly Box[], swerve: number, isFromRight: boolean): DrawnEdge {
  const sign = isFromRight ? -1 : 1;
  const isBeside = isFromRight ? to.left + to.width <= from.left : to.left >= from.left + from.width;
  return isBeside ? drawAcross([from, ...lanes, to], sign) : drawDown(from, to, swerve, sign);
}
