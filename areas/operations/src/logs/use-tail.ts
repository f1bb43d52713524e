import { call, notifyFailure } from '@packhouse/console-kit/console-kit.ts';
import { type LogData, type LogType, logData } from '@packhouse/contract/operations/operations-log-routes.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from './logs-words.ts';

export interface Source {
  type: LogType;
  /** Empty: the node that answers. */
  node: string;
  id: string;
}

export interface Tail {
  text: string;
  /** The last answer; undefined before the first. */
  last: LogData | undefined;
  failed: boolean;
}

const nothing: Tail = { text: '', last: undefined, failed: false };

/** Characters that are kept on screen; older lines go. */
const kept = 2_000_000;

/** The text so far with what came: only what is new is added, and a gap or a new file is said. */
function appended({ text, last }: Tail, data: LogData): string {
  if (last === undefined) return data.log_content;
  const note = data.file_id !== last.file_id || data.start < last.file_size ? t('fileChanged') : data.start > last.file_size ? t('leftOut') : undefined;
  const added = note === undefined ? data.log_content : `— ${note} —\n${data.log_content}`;
  const whole = text + added;
  return whole.length > kept ? whole.slice(whole.indexOf('\n', whole.length - kept) + 1) : whole;
}

/** Tells what a log file holds, and how to look for more. Another file begins with nothing. */
export function useTail(source: Source | undefined): Tail & { refresh: () => Promise<void> } {
  const [tail, setTail] = useState(nothing);
  const key = source && `${source.type} ${source.node} ${source.id}`;
  const [shown, setShown] = useState(key);
  const now = useRef<{ key: string | undefined; tail: Tail; asking: boolean }>({ key: undefined, tail: nothing, asking: false });
  if (shown !== key) {
    setShown(key);
    setTail(nothing);
  }
  const refresh = useCallback(async () => {
    const mine = now.current;
    if (key === undefined || mine.key !== key || mine.asking) return;
    mine.asking = true;
    const [type, node, id] = key.split(' ') as [LogType, string, string];
    const { last } = mine.tail;
    const from = last ? { file_size: last.file_size, file_id: last.file_id } : { file_size: 0 };
    try {
      const data = await call(logData, { params: { logType: type }, query: { ...(node ? { nodeId: node } : {}), id, ...from } });
      mine.tail = { text: appended(mine.tail, data), last: data, failed: false };
    } catch (error) {
      if (now.current === mine && !mine.tail.failed) notifyFailure(error as Error, t('dataFailed'));
      mine.tail = { ...mine.tail, failed: true };
    }
    mine.asking = false;
    if (now.current === mine) setTail(mine.tail);
  }, [key]);
  useEffect(() => {
    now.current = { key, tail: nothing, asking: false };
    void refresh();
    return () => {
      now.current = { key: undefined, tail: nothing, asking: false };
    };
  }, [key, refresh]);
  return { ...tail, refresh };
}
