/** Something that stands at a point of the map. */
export interface Placed<Thing> {
  thing: Thing;
  x: number;
  y: number;
}

/** Things that stand too near to each other to be told apart, around their middle. */
export interface Cluster<Thing> {
  things: readonly Thing[];
  x: number;
  y: number;
}

const getMiddle = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Gathers what is nearer to the first of a cluster than this. */
export function gatherNear<Thing>(placed: readonly Placed<Thing>[], distance: number): Cluster<Thing>[] {
  const groups: Placed<Thing>[][] = [];
  for (const one of placed) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - one.x, first.y - one.y) < distance);
    near ? near.push(one) : groups.push([one]);
  }
  return groups.map((group) => ({ things: group.map(({ thing }) => thing), x: getMiddle(group.map(({ x }) => x)), y: getMiddle(group.map(({ y }) => y)) }));
}
