/** Levels of what is logged, from the least to the worst. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof levels)[number];

/** One line of a log, read. */
export interface LogRecord {
  at?: Date;
  level?: Level;
  /** What happened, in one line. */
  message: string;
  /** Everything else that the line holds, as it is written there. */
  fields: readonly (readonly [name: string, value: string])[];
  /** The request it was written for. */
  requestId?: string;
}

const numbers: Readonly<Record<number, Level>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const shownElsewhere = new Set(['level', 'time', 'msg']);

const spell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));

/** Parts of an error stand for themselves, so that its stack is read as lines. */
function readFields(entry: Record<string, unknown>): LogRecord['fields'] {
  return Object.entries(entry).flatMap(([name, value]): (readonly [string, string])[] => {
    if (shownElsewhere.has(name) || value === undefined || value === null) return [];
    if (name === 'err' && typeof value === 'object') return Object.entries(value).map(([part, found]) => [`err.${part}`, spell(found)] as const);
    return [[name, spell(value)]];
  });
}

/** A request names no level of its own: how it was answered says how bad it is. */
function levelOfRequest(status: number): Level {
  if (status >= 500) return 'error';
  return status >= 400 ? 'warn' : 'info';
}

function readRequest({ method, url, status, milliseconds, user }: Record<string, unknown>) {
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') return undefined;
  const took = typeof milliseconds === 'number' ? ` · ${milliseconds} ms` : '';
  return { message: `${status} ${method} ${url}${took}${typeof user === 'string' ? ` · ${user}` : ''}`, level: levelOfRequest(status) };
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function readTime(time: unknown): Date | undefined {
  const at = typeof time === 'string' || typeof time === 'number' ? new Date(time) : undefined;
  return at && Number.isFinite(at.getTime()) ? at : undefined;
}

/** Reads a line; one that is no record is its own message. */
export function readRecord(line: string): LogRecord {
  const entry = parse(line);
  if (!entry) return { message: line, fields: [] };
  const request = readRequest(entry);
  const said = typeof entry.msg === 'string' ? entry.msg : undefined;
  const at = readTime(entry.time);
  const written = typeof entry.level === 'number' ? numbers[entry.level] : undefined;
  const level = written === 'info' && request ? request.level : written;
  const requestId = entry.requestId ?? entry.reqId;
  return {
    message: said ?? request?.message ?? line,
    fields: readFields(entry),
    ...(at && { at }),
    ...(level && { level }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}
