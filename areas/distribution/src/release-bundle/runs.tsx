import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { type Distribution, type DistributionSite, listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Bytes, EmptyState, formatBytes, formatNumber, Icon, RelativeTime, Section, Skeleton, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../distribution-words.ts';
import { ProgressTag } from '../release-bundles/release-bundle-status.tsx';

/** Nobody tells of what a target does not say: while a run is under way it is asked for now and then besides. */
const followMilliseconds = 5000;

const isUnderWay = ({ status }: Distribution) => status === 'In queue' || status === 'In progress';

/** Where a version went, the newest run first, with what each target has of it. */
export function Runs({ bundle: { name, version } }: { bundle: ReleaseBundle }) {
  const result = useQuery({
    ...query(listDistributions, { params: { name, version } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? followMilliseconds : false),
  });
  const runs = result.data?.items;
  return (
    <Section title={t('distributions')}>
      {result.error && !runs ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : runs === undefined ? (
        <Skeleton lines={4} shape="rows" />
      ) : runs.length === 0 ? (
        <EmptyState icon="globe" title={t('noRuns')}>
          {t('noRunsHelp')}
        </EmptyState>
      ) : (
        <div className="dist-runs">
          {runs.map((run, index) => (
            <Run key={run.id} run={run} open={index === 0 || isUnderWay(run)} />
          ))}
        </div>
      )}
    </Section>
  );
}

function Run({ run, open }: { run: Distribution; open: boolean }) {
  const title = t(run.type === 'distribute' ? 'runDistribute' : 'runDelete', { count: run.sites.length });
  return (
    <details className="dist-run ph-card ph-disclosure" open={open}>
      <summary>
        <Icon name="chevron-right" size={14} />
        <b>{title}</b>
        <ProgressTag status={run.status} />
        <span className="ph-muted">
          <RelativeTime at={run.createdAt} /> {t('by', { name: run.createdBy })}
        </span>
      </summary>
      <DataTable
        id="distribution-sites"
        label={title}
        columns={siteColumns(run.type)}
        rows={run.sites}
        rowKey={({ target }) => target}
        empty={<EmptyState icon="globe" title={t('noTargets')} />}
      />
    </details>
  );
}

/** How much of it a target has, as a bar and in words; what keeps it from going on. */
function SiteProgress({ site }: { site: DistributionSite }) {
  const { target, distributedFiles, totalFiles, distributedBytes, totalBytes, fileInProgress, error, said, attempts } = site;
  const counts = { done: formatNumber(distributedFiles), total: formatNumber(totalFiles) };
  return (
    <span className="dist-progress">
      <progress aria-label={t('progressOf', { target })} max={Math.max(1, totalFiles)} value={distributedFiles} />
      <span>
        {t('filesOf', counts)}, {t('bytesOf', { done: formatBytes(distributedBytes), total: formatBytes(totalBytes) })}
      </span>
      {fileInProgress && <code>{fileInProgress}</code>}
      {error && <span className="dist-error">{words().said(said ?? { message: error })}</span>}
      {attempts > 1 && <span className="ph-muted">{t('attempts', { count: attempts })}</span>}
    </span>
  );
}

function siteColumns(type: Distribution['type']): Column<DistributionSite>[] {
  return [
    { id: 'target', title: t('targetName'), card: 'title', width: '22%', render: ({ target }) => <b>{target}</b> },
    { id: 'status', title: t('status'), card: 'fact', width: '150px', render: ({ status }) => <ProgressTag status={status} /> },
    {
      id: 'progress',
      title: t('progress'),
      card: 'fact',
      render: (site) =>
        type === 'distribute' ? (
          <SiteProgress site={site} />
        ) : site.error ? (
          <span className="dist-error">{words().said(site.said ?? { message: site.error })}</span>
        ) : null,
    },
    { id: 'size', title: t('size'), optional: true, align: 'end', width: '110px', render: ({ totalBytes }) => <Bytes value={totalBytes} /> },
    { id: 'finished', title: t('finished'), width: '150px', render: ({ finishedAt }) => <RelativeTime at={finishedAt} /> },
  ];
}
