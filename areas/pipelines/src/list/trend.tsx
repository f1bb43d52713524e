import type { PipelineSummary, RunState } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { t } from '../pipelines-words.ts';
import '../pipelines.css';

const words = (state: RunState) => t(`state_${state}`);

/** The last ten runs as bars, the oldest first; in words for those who do not see them. */
export function Trend({ trend }: Pick<PipelineSummary, 'trend'>) {
  if (trend.length === 0) return null;
  const runs = trend.toReversed();
  const spoken = t('trendText', { states: runs.map(({ state }) => words(state)).join(', ') });
  return (
    <span className="pl-trend" role="img" aria-label={spoken} title={spoken}>
      {runs.map(({ number, state }) => (
        <i key={number} data-state={state} />
      ))}
    </span>
  );
}
