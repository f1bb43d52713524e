/** Where the middle of something stands. */
interface Point {
  x: number;
  y: number;
}

/** So far a ring is from the one within, across and up; names stand side by side in it. */
const step: Readonly<Point> = { x: 190, y: 110 };
/** So many find room on the first ring, and as many more on each beyond. */
const onFirst = 8;
/** Room for what stands on the outermost ring. */
const edge: Readonly<Point> = { x: 90, y: 50 };

export interface Rings {
  width: number;
  height: number;
  points: readonly Point[];
}

/** Puts one thing into the middle, and the others on rings around it, in their order. */
export function layOutRings(count: number): Rings {
  const places: Point[] = count > 0 ? [{ x: 0, y: 0 }] : [];
  let ring = 0;
  while (places.length < count) {
    ring++;
    const there = Math.min(onFirst * ring, count - places.length);
    for (let at = 0; at < there; at++) {
      // Every second ring is turned by half a place, so that names do not stand in lines; two things stand side by side.
      const angle = 2 * Math.PI * ((at + (ring % 2 === 0 ? 0.5 : 0)) / there);
      places.push({ x: step.x * ring * Math.cos(angle), y: step.y * ring * Math.sin(angle) });
    }
  }
  const [width, height] = [2 * (step.x * ring + edge.x), 2 * (step.y * ring + edge.y)];
  return { width, height, points: places.map(({ x, y }) => ({ x: x + width / 2, y: y + height / 2 })) };
}
