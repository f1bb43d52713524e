import { Button } from '@packhouse/ui/core.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { t } from './logs-words.ts';

/** Pixels from the end that still count as the end. */
const nearEnd = 24;

/** The lines that hold what is looked for, in whatever case. */
export function linesWith(text: string, search: string): string {
  if (search === '') return text;
  const wanted = search.toLowerCase();
  return text
    .split('\n')
    .filter((line) => line.toLowerCase().includes(wanted))
    .join('\n');
}

/** The text of a log. It follows its end, unless the reader has scrolled up: then it stays where they read. */
export function LogText({ text, label }: { text: string; label: string }) {
  const [following, setFollowing] = useState(true);
  const box = useRef<HTMLTextAreaElement>(null);
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  useLayoutEffect(() => {
    const element = box.current;
    if (element && following && text !== '') element.scrollTop = element.scrollHeight;
  }, [text, following]);
  return (
    <div className="logs-frame">
      <textarea
        ref={box}
        className="logs-text"
        aria-label={label}
        readOnly
        spellCheck={false}
        wrap="off"
        value={text}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => setFollowing(scrollHeight - scrollTop - clientHeight < nearEnd)}
      />
      {!following && (
        <span className="logs-follow">
          <Button size="small" icon="arrow-down" onClick={toEnd}>
            {t('toEnd')}
          </Button>
        </span>
      )}
    </div>
  );
}
