import { Button, formatNumber, Page } from '@packhouse/ui/core.ts';
import { t } from './demo-words.ts';
import { addToCounter, setCounter, useCounter, useHistory } from './template-store.ts';
import { useAnimated } from './use-animated.ts';
import './demo.css';

/** A counter that walks to its new value, and can be taken back. */
export function TemplatePage() {
  const counter = useCounter();
  const shown = useAnimated(counter);
  const { undo, redo, pastStates, futureStates } = useHistory();
  return (
    <Page title={t('template')} subtitle={t('templateText')} narrow>
      <div className="ph-card demo-counter">
        <output className="demo-number" aria-label={t('counter')} aria-live="off">
          {formatNumber(Math.round(shown))}
        </output>
        <div className="demo-buttons">
          {[1, 10, 100].map((step) => (
            <Button key={step} icon="plus" onClick={() => addToCounter(step)}>
              {t('add', { step })}
            </Button>
          ))}
          <Button onClick={() => setCounter(0)} refusal={counter === 0 ? t('alreadyZero') : undefined}>
            {t('reset')}
          </Button>
        </div>
        <div className="demo-buttons">
          <Button icon="arrow-left" onClick={() => undo()} refusal={pastStates.length === 0 ? t('nothingToUndo') : undefined}>
            {t('undo')}
          </Button>
          <Button icon="arrow-right" onClick={() => redo()} refusal={futureStates.length === 0 ? t('nothingToRedo') : undefined}>
            {t('redo')}
          </Button>
        </div>
      </div>
    </Page>
  );
}
