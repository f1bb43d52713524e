import { constants } from '@packhouse/contract/constants.ts';
import { Button, IconButton } from '@packhouse/ui/core.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { showOnboarding } from './onboarding-state.ts';
import { t } from './onboarding-words.ts';

/** Width of the popup in pixels. */
const walkWidth = constants.dialogWidth;

const stops = [
  { id: 'walkRail', target: '.shell-rail-place' },
  { id: 'walkSearch', target: '.search-bar' },
  { id: 'walkQuick', target: '[data-walk="quick"]' },
  { id: 'walkHelp', target: '[data-walk="help"]' },
  { id: 'walkPage', target: '#content' },
] as const;

/** Draws a line around what a stop speaks of, as long as it does. */
function useMark(selector: string): void {
  useEffect(() => {
    const element = document.querySelector(selector);
    element?.classList.add('onboarding-marked');
    return () => element?.classList.remove('onboarding-marked');
  }, [selector]);
}

/** Walks through the console stop by stop. The page beside it can be used; only its own buttons and Escape close it. */
export function WalkPopup() {
  const [at, setAt] = useState(0);
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const stop = stops[at] ?? stops[0];
  const last = at === stops.length - 1;
  const close = () => showOnboarding({ walking: false });
  useMark(stop.target);
  useEffect(() => holder.current?.focus(), []);
  return (
    <div
      ref={holder}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className="onboarding-walk"
      style={{ width: walkWidth }}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="onboarding-walk-head">
        <h2 id={id}>{t(stop.id)}</h2>
        <IconButton icon="close" size="small" label={t('close')} onClick={close} />
      </div>
      <p aria-live="polite">{t(`${stop.id}Text`)}</p>
      <div className="onboarding-walk-foot">
        <span className="ph-muted">{t('walkAt', { at: at + 1, of: stops.length })}</span>
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('back')}</Button>}
        <Button kind="primary" onClick={() => (last ? close() : setAt(at + 1))}>
          {last ? t('done') : t('next')}
        </Button>
      </div>
    </div>
  );
}
