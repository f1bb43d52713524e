import { Button } from '@packhouse/ui/core.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { t } from './logs-words.ts';

/** Pixels from the end that still count as the end. */
const nearEnd = 24;

/** Stays at the end of a log as it grows, unless the reader has scrolled up: then it stays where they read. */
export function useFollowing<Box extends HTMLElement>(grows: unknown, held: boolean) {
  const [following, setFollowing] = useState(!held);
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && following && grows) element.scrollTop = element.scrollHeight;
  }, [grows, following]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: { currentTarget: Box }) =>
    setFollowing(scrollHeight - scrollTop - clientHeight < nearEnd);
  const toRow = (isRow: (row: HTMLElement) => boolean) => {
    const element = box.current;
    const row = [...(element?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find(isRow);
    if (element && row) element.scrollTop = row.offsetTop - element.clientHeight / 2;
    return row !== undefined;
  };
  /** Keeps what is in sight where it is while more comes above it. */
  const keep = async (grow: () => Promise<void>) => {
    setFollowing(false);
    const before = box.current?.scrollHeight ?? 0;
    await grow();
    requestAnimationFrame(() => {
      if (box.current) box.current.scrollTop += box.current.scrollHeight - before;
    });
  };
  return { box, following, onScroll, toRow, keep, toEnd: () => box.current?.scrollTo({ top: box.current.scrollHeight }) };
}

/** Leads back to the end. */
export function ToEnd({ onClick }: { onClick: () => void }) {
  return (
    <span className="logs-follow">
      <Button size="small" icon="arrow-down" onClick={onClick}>
        {t('toEnd')}
      </Button>
    </span>
  );
}

/** The text of a log as it is written. */
export function LogText({ text, label, wrap }: { text: string; label: string; wrap: boolean }) {
  const { box, following, onScroll, toEnd } = useFollowing<HTMLTextAreaElement>(text, false);
  return (
    <div className="logs-frame">
      <textarea
        ref={box}
        className="logs-text"
        data-wrap={wrap}
        aria-label={label}
        readOnly
        spellCheck={false}
        wrap={wrap ? 'soft' : 'off'}
        value={text}
        onScroll={onScroll}
      />
      {!following && <ToEnd onClick={toEnd} />}
    </div>
  );
}
