/** One page out of rows of which one more than asked for were read; with a cursor where more follow. */
export function cutPage<Row extends { name: string }>(rows: readonly Row[], limit: number): { rows: readonly Row[]; cursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, ...(rows.length > limit && last ? { cursor: Buffer.from(last.name).toString('base64url') } : {}) };
}

/** The name that a cursor stands for. */
export function readCursor(cursor: string | undefined): string | undefined {
  return cursor === undefined || cursor === '' ? undefined : Buffer.from(cursor, 'base64url').toString();
}

/** Names after some were added and others taken away, in any spelling of their case. */
export function applyDelta(
  before: readonly string[],
  delta: { add?: readonly string[] | null | undefined; remove?: readonly string[] | null | undefined },
): string[] {
  const removed = new Set((delta.remove ?? []).map((name) => name.toLowerCase()));
  const byLower = new Map([...before, ...(delta.add ?? [])].map((name) => [name.toLowerCase(), name]));
  return [...byLower].filter(([lower]) => !removed.has(lower)).map(([, name]) => name);
}
