import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { readRunLog } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Section, Skeleton, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../pipelines-words.ts';

const most = 1000;
const spellTime = (at: string) => new Date(at).toLocaleTimeString();

/** What the steps of a run told, as they tell it. */
export function RunLog({ name, number }: { name: string; number: number }) {
  const result = useQuery(query(readRunLog, { params: { name, number }, query: { limit: most } }));
  useLive(['pipeline.run.'], readRunLog);
  const { data, error, refetch } = result;
  return (
    <Section title={t('log')}>
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} height={16} />)}
      {data?.items.length === 0 && <p className="ph-muted">{t('noLog')}</p>}
      {data && data.items.length > 0 && (
        <div role="log" aria-label={t('log')}>
          <ol className="pl-log">
            {data.items.map(({ id, step, at, ...said }) => (
              <li key={id}>
                <time dateTime={at}>{spellTime(at)}</time>
                <b>{step}</b>
                <span>{words().said(said)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}
