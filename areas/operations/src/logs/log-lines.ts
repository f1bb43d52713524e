import type { LogData } from '@packhouse/contract/operations/operations-log-routes.ts';
import { type Level, type LogRecord, levels, readRecord } from './log-record.ts';

/** A line of a log file, or a word of ours between two of them. */
export interface LogLine {
  /** Where it is found again: the file, and the byte at which it begins. */
  key: string;
  text: string;
  record: LogRecord;
  isNote?: true;
}

/** Characters that are kept on screen; older lines go. */
const kept = 2_000_000;

/** The lines of an answer. Where taking secrets out has joined lines, their places are counted instead. */
export function readLines({ log_content, line_starts, file_id, start }: LogData): LogLine[] {
  const texts = log_content.split('\n');
  if (texts.at(-1) === '') texts.pop();
  const known = line_starts.length === texts.length;
  return texts.map((text, index) => ({ key: `${file_id}.${known ? line_starts[index] : `${start}-${index}`}`, text, record: readRecord(text) }));
}

/** A word of ours between lines. */
export function note(text: string, { file_id, start }: LogData): LogLine {
  return { key: `note ${file_id}.${start}`, text: `— ${text} —`, record: { message: text, fields: [] }, isNote: true };
}

/** The newest lines, as many as are kept. */
export function newest(lines: readonly LogLine[]): readonly LogLine[] {
  let room = kept;
  const first = lines.findLastIndex(({ text }) => {
    room -= text.length + 1;
    return room < 0;
  });
  return first < 0 ? lines : lines.slice(first + 1);
}

/** Only these lines are wanted. */
export interface Wanted {
  search: string;
  /** The least level; empty for all. */
  level: Level | '';
  requestId: string;
}

/** Whether something is left out at all. */
export const isNarrowed = ({ search, level, requestId }: Wanted) => search !== '' || level !== '' || requestId !== '';

/** The lines that are wanted, whatever case they are written in. */
export function linesWith(lines: readonly LogLine[], wanted: Wanted): readonly LogLine[] {
  if (!isNarrowed(wanted)) return lines;
  const search = wanted.search.toLowerCase();
  const least = wanted.level === '' ? 0 : levels.indexOf(wanted.level);
  return lines.filter(
    ({ text, record, isNote }) =>
      !isNote &&
      (search === '' || text.toLowerCase().includes(search)) &&
      (wanted.level === '' || (record.level !== undefined && levels.indexOf(record.level) >= least)) &&
      (wanted.requestId === '' || record.requestId === wanted.requestId),
  );
}
