import type { DryRun, StepOutlook } from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import { t } from '../pipelines-words.ts';
import '../pipelines.css';

const kinds: Record<StepOutlook, StatusKind> = { would: 'good', waits: 'info', open: 'neutral', refused: 'bad' };

interface DryRunResultProps {
  found: DryRun;
  /** Leads to where a step stands in the document. */
  onGo?: ((place: { line: number; column: number }) => void) | undefined;
}

/** What each step would do, in the order of the document. */
export function DryRunResult({ found: { author, steps }, onGo }: DryRunResultProps) {
  return (
    <>
      <p className="ph-muted">{t('dryRunAs', { author })}</p>
      <ol className="pl-foreseen">
        {steps.map((step) => (
          <li key={step.id} data-outlook={step.outlook}>
            <span>
              <b>{step.id}</b> <span className="ph-muted">{t(`type_${step.type}`)}</span>
            </span>
            <StatusTag kind={kinds[step.outlook]}>{t(`outlook_${step.outlook}`)}</StatusTag>
            <span>{words().said(step.said)}</span>
            {onGo ? (
              <button type="button" className="pl-line" onClick={() => onGo(step)}>
                {t('atPlainLine', { line: step.line })}
              </button>
            ) : (
              <span className="ph-muted">{t('atPlainLine', { line: step.line })}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
