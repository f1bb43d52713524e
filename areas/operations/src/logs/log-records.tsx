import { Button } from '@packhouse/ui/core.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LogLine } from './log-lines.ts';
import { LogRow } from './log-row.tsx';
import { ToEnd, useFollowing } from './log-text.tsx';
import { t } from './logs-words.ts';

interface RecordsProps {
  lines: readonly LogLine[];
  label: string;
  wrap: boolean;
  /** Key of the line that the address names. */
  marked: string;
  onMark: (key: string) => void;
  onRequest: (requestId: string) => void;
  linkTo: (key: string) => string;
  /** Asks for the lines before the first; absent when there are none. */
  onEarlier?: (() => Promise<void>) | undefined;
}

/** Which records are open, and which of them the address leads to. */
function useOpened(marked: string, onMark: (key: string) => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(marked === '' ? [] : [marked]));
  const latest = useRef(onMark);
  useEffect(() => {
    latest.current = onMark;
  });
  const toggle = useCallback((key: string) => {
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
    latest.current(key);
  }, []);
  return { open, toggle };
}

/** The records of a log, the newest at the end. */
export function LogRecords({ lines, label, wrap, marked, onMark, onRequest, linkTo, onEarlier }: RecordsProps) {
  const { box, following, onScroll, toRow, keep, toEnd } = useFollowing<HTMLElement>(lines.at(-1)?.key, marked !== '');
  const { open, toggle } = useOpened(marked, onMark);
  const led = useRef(false);
  const next = lines.some(({ key }) => key === marked) ? marked : lines.at(-1)?.key;
  useEffect(() => {
    led.current ||= toRow(({ dataset }) => dataset.line === marked);
  });
  return (
    <div className="logs-frame">
      <section ref={box} className="logs-records" data-wrap={wrap} aria-label={label} onScroll={onScroll}>
        {onEarlier && (
          <p className="logs-earlier">
            <Button size="small" icon="arrow-up" onClick={() => void keep(onEarlier)}>
              {t('earlier')}
            </Button>
          </p>
        )}
        <ol>
          {lines.map((line) => (
            <LogRow
              key={line.key}
              line={line}
              isOpen={open.has(line.key)}
              isMarked={line.key === marked}
              isNext={line.key === next}
              onToggle={toggle}
              onRequest={onRequest}
              linkTo={linkTo}
            />
          ))}
        </ol>
      </section>
      {!following && <ToEnd onClick={toEnd} />}
    </div>
  );
}
