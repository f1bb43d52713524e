import type { RunStep } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, RelativeTime, words } from '@packhouse/ui/core.ts';
import { PipelineState } from '../pipeline-state.tsx';
import { t } from '../pipelines-words.ts';

interface StepCardProps {
  step: RunStep;
  onDecide: (approve: boolean) => void;
  /** Absent where the run cannot be done again. */
  onRetry?: (() => void) | undefined;
}

/** The content of a step in the picture of a run; what it waits for are its largest words. */
export function StepCard({ step, onDecide, onRetry }: StepCardProps) {
  const { id, type, state, waitsFor, said, attempt, needs, approval } = step;
  const shown = waitsFor && state !== 'pending' ? waitsFor : undefined;
  return (
    <>
      <h3>
        <span>{id}</span>
        <PipelineState state={state} />
      </h3>
      <div className="ph-muted">
        {t(`type_${type}`)}
        {needs.length > 0 && ` · ${t('needs', { steps: needs.join(', ') })}`}
        {attempt > 1 && ` · ${t('attempt', { count: String(attempt) })}`}
      </div>
      {shown && (
        <p className="pl-waits">
          {t('waitsFor')}: {words().said(shown)}
        </p>
      )}
      {waitsFor && !shown && (
        <div className="ph-muted">
          {t('waitsFor')}: {words().said(waitsFor)}
        </div>
      )}
      {said && <div>{words().said(said)}</div>}
      {approval && state === 'waiting' && (
        <div>
          {approval.question && <p>{approval.question}</p>}
          {approval.expiresAt && (
            <div className="ph-muted">
              {t('expires')} <RelativeTime at={approval.expiresAt} />
            </div>
          )}
          {approval.mayDecide && (
            <div className="ph-page-actions">
              <Button onClick={() => onDecide(false)}>{t('refuse')}</Button>
              <Button kind="primary" onClick={() => onDecide(true)}>
                {t('approve')}
              </Button>
            </div>
          )}
        </div>
      )}
      {onRetry && (
        <div className="ph-page-actions">
          <Button size="small" icon="refresh" onClick={onRetry}>
            {t('retryFrom')}
          </Button>
        </div>
      )}
    </>
  );
}
