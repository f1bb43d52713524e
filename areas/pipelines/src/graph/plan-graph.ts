/** What a picture needs of a step. */
export interface GraphStep {
  id: string;
  needs: readonly string[];
}

/** A cell of the picture. Rows and columns are counted from 1. */
interface Cell {
  column: number;
  row: number;
}

export interface PlacedStep<Step extends GraphStep> extends Cell {
  step: Step;
}

/** A cell that lines pass through on their way past a column; lines that come from one step share theirs. */
export interface Lane extends Cell {
  id: string;
}

export interface Edge {
  from: string;
  to: string;
  /** The lanes between both, from the left to the right. */
  lanes: readonly string[];
  /** How far the line swerves where the steps stand below each other; 0 where it goes straight down. */
  swerve: number;
}

export interface GraphPlan<Step extends GraphStep> {
  /** In an order in which every step comes after all that it needs. */
  steps: readonly PlacedStep<Step>[];
  lanes: readonly Lane[];
  edges: readonly Edge[];
  columns: number;
  /** The largest swerve of all lines. */
  swerves: number;
}

const laneId = (from: string, column: number) => `${from} → ${column}`;

/** The column of each step: right of all that it needs. */
function findColumns(steps: readonly GraphStep[]): Map<string, number> {
  const columns = new Map<string, number>();
  let left = [...steps];
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((need) => columns.has(need)));
    // Only a document that is still being written has steps that never come; they stand at the end.
    const taken = ready.length > 0 ? ready : left;
    for (const { id, needs } of taken) columns.set(id, Math.max(0, ...needs.map((need) => columns.get(need) ?? 0)) + 1);
    left = left.filter((step) => !taken.includes(step));
  }
  return columns;
}

/** The line of every need, past the columns that lie between. A need that does not exist, or goes in a circle, has none. */
function findEdges(steps: readonly GraphStep[], columns: ReadonlyMap<string, number>): Omit<Edge, 'swerve'>[] {
  return steps.flatMap(({ id, needs }) =>
    [...new Set(needs)].flatMap((from) => {
      const begin = columns.get(from) ?? Number.POSITIVE_INFINITY;
      const end = columns.get(id) ?? 0;
      if (begin >= end) return [];
      return [{ from, to: id, lanes: Array.from({ length: end - begin - 1 }, (_, at) => laneId(from, begin + 1 + at)) }];
    }),
  );
}

/** Rows in which neighbours stand side by side, so that few lines cross: each cell goes where the middle of its predecessors is. */
function findRows(columns: ReadonlyMap<string, number>, edges: readonly Omit<Edge, 'swerve'>[]): Map<string, Cell> {
  const before = new Map<string, Set<string>>();
  for (const { from, to, lanes } of edges) {
    const way = [from, ...lanes, to];
    for (const [at, id] of way.entries()) if (at > 0) before.set(id, (before.get(id) ?? new Set()).add(way[at - 1] ?? ''));
  }
  const cells = new Map<string, Cell>();
  const inColumns = new Map<number, string[]>();
  for (const [id, column] of columns) inColumns.set(column, [...(inColumns.get(column) ?? []), id]);
  for (const { from, lanes } of edges)
    for (const [at, id] of lanes.entries()) {
      const column = (columns.get(from) ?? 0) + 1 + at;
      const there = inColumns.get(column) ?? [];
      if (!there.includes(id)) inColumns.set(column, [...there, id]);
    }
  for (const [column, ids] of [...inColumns].sort(([a], [b]) => a - b)) {
    const getMiddle = (id: string) => {
      const rows = [...(before.get(id) ?? [])].map((one) => cells.get(one)?.row ?? 0);
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const sorted = ids.map((id) => ({ id, middle: getMiddle(id) })).sort((a, b) => a.middle - b.middle);
    for (const [at, { id }] of sorted.entries()) cells.set(id, { column, row: at + 1 });
  }
  return cells;
}

/** How far each line swerves when all steps stand below each other, so that no two lines lie on each other. */
function addSwerves(edges: readonly Omit<Edge, 'swerve'>[], order: readonly string[]): Edge[] {
  const taken: { swerve: number; begin: number; end: number }[] = [];
  const spans = edges.map((edge) => ({ edge, begin: order.indexOf(edge.from), end: order.indexOf(edge.to) }));
  return spans
    .sort((a, b) => a.end - a.begin - (b.end - b.begin))
    .map(({ edge, begin, end }) => {
      if (end - begin === 1) return { ...edge, swerve: 0 };
      let swerve = 1;
      while (taken.some((other) => other.swerve === swerve && other.begin < end && begin < other.end)) swerve += 1;
      taken.push({ swerve, begin, end });
      return { ...edge, swerve };
    });
}

/** Where the steps of a pipeline stand in its picture, and which lines join them. */
export function planGraph<Step extends GraphStep>(steps: readonly Step[]): GraphPlan<Step> {
  const columns = findColumns(steps);
  const edges = findEdges(steps, columns);
  const cells = findRows(columns, edges);
  const placed = steps.map((step) => ({ step, column: 1, row: 1, ...cells.get(step.id) })).sort((a, b) => a.column - b.column || a.row - b.row);
  const lanes = [...new Set(edges.flatMap((edge) => edge.lanes))].map((id) => ({ id, column: 1, row: 1, ...cells.get(id) }));
  const swerving = addSwerves(
    edges,
    placed.map(({ step }) => step.id),
  );
  return {
    steps: placed,
    lanes,
    edges: swerving,
    columns: Math.max(0, ...columns.values()),
    swerves: Math.max(0, ...swerving.map(({ swerve }) => swerve)),
  };
}
