const deepest = 60;
const mostLines = 2000;
/** Sequences within sequences on one line. */
const stacked = /(?:[-?:] +){30}/;

/** How a text nests before anybody reads it: the library that does goes down by itself, and takes its time over what is deep or has very many keys. */
export function findExcess(text: string): { line: number; column: number } | undefined {
  let depth = 0;
  for (const [at, line] of text.split('\n').entries()) {
    if (at >= mostLines) return { line: at + 1, column: 1 };
    const heap = stacked.exec(line);
    if (heap) return { line: at + 1, column: heap.index + 1 };
    for (let column = 0; column < line.length; column++) {
      const sign = line[column];
      if (sign === '[' || sign === '{') depth++;
      else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
      if (depth > deepest) return { line: at + 1, column: column + 1 };
    }
  }
  return undefined;
}
