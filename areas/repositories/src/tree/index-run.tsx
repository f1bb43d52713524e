import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { readIndexRun } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Banner, formatNumber, RelativeTime, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './tree-words.ts';

/** How far the last recalculation of a repository's index has got; nothing where there was none. */
export function IndexRun({ repoKey }: { repoKey: string }) {
  useLive(['index.run'], readIndexRun);
  const { data } = useQuery(query(readIndexRun, { query: { repoKey } }));
  const run = data?.run;
  if (!run) return null;
  const counts = { done: formatNumber(run.done), total: formatNumber(run.total) };
  if (run.status === 'waiting') return <Banner kind="info">{t('indexWaiting')}</Banner>;
  if (run.status === 'running')
    return (
      <Banner kind="info">
        {t('indexRunning', counts)}
        <progress className="tree-progress" aria-label={t('indexProgress')} max={Math.max(1, run.total)} value={run.done} />
      </Banner>
    );
  if (run.status === 'failed')
    return <Banner kind="bad">{t('indexFailed', { ...counts, message: words().said({ ...run, message: run.message ?? '' }) })}</Banner>;
  return (
    <p className="ph-muted">
      {t('indexFinished', counts)} {run.finishedAt && <RelativeTime at={run.finishedAt} />}
    </p>
  );
}
