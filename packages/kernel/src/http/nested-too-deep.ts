/** What a caller sent has more levels than this program or the database (54001) goes down. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function isNestedTooDeep(error: unknown): boolean {
  if ((error as { code?: unknown }).code === '54001') return true;
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
