export interface LastLines {
  add(chunk: Buffer): void;
  lines(): readonly string[];
}

/** Keeps the last lines of a text that comes in pieces; a last line without its end counts too. */
export function keepLastLines(count: number): LastLines {
  const decoder = new TextDecoder();
  let kept: string[] = [''];
  return {
    add(chunk) {
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      kept[kept.length - 1] += first;
      kept = [...kept, ...more].slice(-count - 1);
    },
    lines: () => (kept.at(-1) === '' ? kept.slice(0, -1) : kept.slice(-count)),
  };
}
