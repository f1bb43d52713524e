/** The mapping as lines of text. */
export function readLines(mapping: Readonly<Record<string, string>>): string {
  return Object.entries(mapping)
    .map(([theirs, ours]) => `${theirs} = ${ours}`)
    .join('\n');
}

/** Reads `theirs = ours` line by line; the last `=` parts them, since directories' names contain some. Answers the number of the first bad line otherwise. */
export function getMapping(text: string): Record<string, string> | number {
  const mapping: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parted = line.lastIndexOf('=');
    const theirs = line.slice(0, Math.max(parted, 0)).trim();
    const ours = line.slice(parted + 1).trim();
    if (theirs === '' || ours === '') return index + 1;
    mapping[theirs] = ours;
  }
  return mapping;
}

/** The mapping of a form that was checked before. */
export function checkedMapping(text: string): Record<string, string> {
  const mapping = getMapping(text);
  return typeof mapping === 'number' ? {} : mapping;
}
