import { AppError, type ErrorCode } from '@packhouse/contract/errors.ts';

/** No room on the disk or in the quota of our account, in the words of the system; and of PostgreSQL on its disk. */
const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** PostgreSQL ends, ended or starts, has no connection left, or only reads since another host took its place. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const awayStates: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** Two changes met, and the other came first: what a row names has gone since it was looked up, or each waited for the other until PostgreSQL ended this one. */
const cameSecond: ReadonlySet<unknown> = new Set(['23503', '40P01', '40001']);
/** The machine of the database is off, or no longer where it was, or at a socket file more wait already than it lets wait. https://man7.org/linux/man-pages/man2/connect.2.html */
const unreachable: ReadonlySet<unknown> = new Set(['EAGAIN', 'ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

interface Failure {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  /** An S3-compatible store answered this. */
  $metadata?: { httpStatusCode?: unknown };
}

/**
 * Tells what a failure that is nobody's mistake means to whoever asked: the disk, the store or the database is full, or the database is away for the
 * moment, or somebody else changed what the request was about. Undefined for every other failure.
 */
export function outsideFailure(error: unknown): ErrorCode | undefined {
  const { code, syscall, message, $metadata } = (error ?? {}) as Failure;
  if (full.has(code) || $metadata?.httpStatusCode === 507) return 'storage_full';
  if (awayStates.has(code)) return 'unavailable';
  if (cameSecond.has(code)) return 'conflict';
  // Calls to other servers tell of their failures in words of their own, so these were the database's.
  if (syscall === 'connect' && unreachable.has(code)) return 'unavailable';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ETIMEDOUT') return 'unavailable';
  return typeof message === 'string' && /^Connection terminated|is not queryable$/.test(message) ? 'unavailable' : undefined;
}

/** Whether something failed because there is no room for it. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof AppError ? error.code === 'storage_full' : outsideFailure(error) === 'storage_full';
}
