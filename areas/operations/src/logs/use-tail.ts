import { call, notifyFailure } from '@packhouse/console-kit/console-kit.ts';
import { type LogData, type LogType, logData } from '@packhouse/contract/operations/operations-log-routes.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type LogLine, newest, note, readLines } from './log-lines.ts';
import { t } from './logs-words.ts';

export interface Source {
  type: LogType;
  /** Empty: the node that answers. */
  node: string;
  id: string;
}

export interface Tail {
  lines: readonly LogLine[];
  /** The last answer; undefined before the first. */
  last: LogData | undefined;
  /** Byte at which the first line begins; more stands before it unless it is 0. */
  start: number;
  failed: boolean;
}

const nothing: Tail = { lines: [], last: undefined, start: 0, failed: false };

/** The lines so far with what came: only what is new is added, and a gap or a new file is said. */
function appended({ lines, last, start }: Tail, data: LogData): Tail {
  const read = { last: data, failed: false };
  if (last === undefined) return { ...read, lines: readLines(data), start: data.start };
  const isNew = data.file_id !== last.file_id || data.start < last.file_size;
  const word = isNew ? t('fileChanged') : data.start > last.file_size ? t('leftOut') : undefined;
  const all = [...lines, ...(word === undefined ? [] : [note(word, data)]), ...readLines(data)];
  const shown = newest(all);
  // What stood before a gap, or in another file, is not asked for again.
  return { ...read, lines: shown, start: word === undefined && shown.length === all.length ? start : 0 };
}

/** The lines so far after those that stand before them; nothing of another file. */
function prepended(tail: Tail, data: LogData): Tail {
  if (data.file_id !== tail.last?.file_id) return { ...tail, start: 0 };
  return { ...tail, lines: [...readLines(data), ...tail.lines], start: data.start };
}

interface Asking {
  key: string | undefined;
  tail: Tail;
  asking: boolean;
}

const ask = ({ type, node, id }: Source, rest: { file_size: number; file_id?: string; until?: number }) =>
  call(logData, { params: { logType: type }, query: { ...(node ? { nodeId: node } : {}), id, ...rest } });

async function askFor(source: Source, { last, start }: Tail, earlier: boolean): Promise<LogData> {
  if (last === undefined) return ask(source, { file_size: 0 });
  return ask(source, earlier ? { file_size: 0, file_id: last.file_id, until: start } : { file_size: last.file_size, file_id: last.file_id });
}

/** Tells what a log file holds, and how to look for more of it, newer or earlier. Another file begins with nothing. */
export function useTail(source: Source | undefined): Tail & { refresh: () => Promise<void>; earlier: () => Promise<void> } {
  const [tail, setTail] = useState(nothing);
  const key = source && `${source.type} ${source.node} ${source.id}`;
  const [shown, setShown] = useState(key);
  const now = useRef<Asking>({ key: undefined, tail: nothing, asking: false });
  if (shown !== key) {
    setShown(key);
    setTail(nothing);
  }
  const look = useCallback(
    async (earlier: boolean) => {
      const mine = now.current;
      if (key === undefined || mine.key !== key || mine.asking) return;
      mine.asking = true;
      const [type, node, id] = key.split(' ') as [LogType, string, string];
      try {
        const data = await askFor({ type, node, id }, mine.tail, earlier);
        mine.tail = earlier ? prepended(mine.tail, data) : appended(mine.tail, data);
      } catch (error) {
        if (now.current === mine && !mine.tail.failed) notifyFailure(error as Error, t('dataFailed'));
        mine.tail = { ...mine.tail, failed: true };
      }
      mine.asking = false;
      if (now.current === mine) setTail(mine.tail);
    },
    [key],
  );
  const refresh = useCallback(() => look(false), [look]);
  const earlier = useCallback(() => look(true), [look]);
  useEffect(() => {
    now.current = { key, tail: nothing, asking: false };
    void refresh();
    return () => {
      now.current = { key: undefined, tail: nothing, asking: false };
    };
  }, [key, refresh]);
  return { ...tail, refresh, earlier };
}
