import { Button, Section } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './demo-first-words.ts';

/** A part with a state of its own, to see that parts do not share one. */
export function Mount() {
  const [count, setCount] = useState(0);
  return (
    <Section title={t('title')}>
      <p>{t('text')}</p>
      <p role="status">{t('pressed', { count })}</p>
      <div>
        <Button icon="plus" onClick={() => setCount(count + 1)}>
          {t('press')}
        </Button>
      </div>
    </Section>
  );
}
