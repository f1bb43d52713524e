import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';

export type Path = readonly PropertyKey[];

export interface Place {
  line: number;
  column: number;
}

const readKey = (pair: Pair) => (isScalar(pair.key) ? pair.key.value : undefined);
const readStart = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];

/** Where the thing at a path stands; what is missing is looked for at what should hold it. `atKey`: at the word before the colon. */
export function findPlace(document: Document, lines: LineCounter, path: Path, atKey = false): Place {
  let node: unknown = document.contents;
  let offset = readStart(node) ?? 0;
  for (const [at, part] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((one) => readKey(one) === part);
      if (!pair) break;
      const isLast = at === path.length - 1;
      const inner = pair.value as unknown;
      offset = (isLast && !atKey && isScalar(inner) && inner.value !== null ? readStart(inner) : readStart(pair.key)) ?? offset;
      node = inner;
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part];
      offset = readStart(node) ?? offset;
    } else break;
  }
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
