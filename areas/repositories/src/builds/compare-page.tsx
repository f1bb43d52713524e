import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { readBuild } from '@packhouse/contract/repositories/build-routes.ts';
import { Digest, EmptyState, Page, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { buildPath, buildRunsPath } from './builds-screens.ts';
import { t } from './builds-words.ts';
import { compareBuilds, type Difference } from './compare-builds.ts';
import { PlainTable } from './plain-table.tsx';

const kinds = { added: 'good', removed: 'bad', changed: 'info' } as const;

/** Two runs of a build beside each other: what the later one made and used otherwise. */
export function ComparePage() {
  const { name = '', number = '', started = '' } = useParams();
  const [params] = useSearchParams();
  const repository = params.get('buildRepo') ?? '';
  const otherNumber = params.get('with') ?? '';
  const otherStarted = params.get('withStarted') ?? '';
  const run = (one: string, at: string) =>
    query(readBuild, { query: { name, number: one, ...(at ? { started: Number(at) } : {}), ...(repository ? { repository } : {}) } });
  const later = useQuery(run(number, started));
  const earlier = useQuery(run(otherNumber, otherStarted));
  const error = later.error ?? earlier.error;
  return (
    <Page
      title={t('compareTitle', { before: otherNumber, after: number })}
      breadcrumb={[{ label: t('builds'), to: '/builds' }, { label: name, to: buildRunsPath(name, repository) }, { label: t('compare') }]}
      subtitle={
        later.data && earlier.data ? (
          <>
            <Link to={buildPath(earlier.data)}>{t('runNamed', { number: otherNumber })}</Link>
            <Link to={buildPath(later.data)}>{t('runNamed', { number })}</Link>
          </>
        ) : undefined
      }
    >
      {error && <Failure error={error} onRetry={() => void Promise.all([later.refetch(), earlier.refetch()])} />}
      {!error && (later.isPending || earlier.isPending) && <Skeleton lines={8} height={20} />}
      {later.data && earlier.data && <Differences {...compareBuilds(earlier.data, later.data)} />}
    </Page>
  );
}

function Differences({ artifacts, dependencies, environment }: ReturnType<typeof compareBuilds>) {
  const parts = [
    [t('artifactChanges'), artifacts],
    [t('dependencyChanges'), dependencies],
    [t('environment'), environment],
  ] as const;
  if (parts.every(([, found]) => found.length === 0)) return <EmptyState icon="good" title={t('noDifference')} />;
  return parts.map(([title, found]) => (
    <Section key={title} title={`${title} (${found.length})`}>
      {found.length === 0 ? <p className="ph-muted">{t('noDifference')}</p> : <DifferenceTable title={title} rows={found} />}
    </Section>
  ));
}

/** A sum at the end of what is compared is shortened: an eye needs its beginning only. */
function Compared({ value }: { value: string }) {
  const [, name, sum] = /^(.*) ([0-9a-f]{40,64})$/s.exec(value) ?? [];
  if (name === undefined || sum === undefined) return <code className="builds-value">{value}</code>;
  return (
    <span className="builds-compared">
      <code className="builds-value">{name}</code>
      <Digest value={sum} />
    </span>
  );
}

function DifferenceTable({ title, rows }: { title: string; rows: readonly Difference[] }) {
  const text = (value: string | undefined) => (value === undefined ? <span className="ph-muted">–</span> : <Compared value={value} />);
  return (
    <PlainTable
      label={title}
      rows={rows}
      rowKey={({ key }, at) => `${key} ${at}`}
      columns={[
        { title: t('name'), render: ({ key }) => <code className="builds-value">{key}</code> },
        { title: t('difference'), render: ({ kind }) => <StatusTag kind={kinds[kind]}>{t(kind)}</StatusTag> },
        { title: t('before'), render: ({ before }) => text(before) },
        { title: t('after'), render: ({ after }) => text(after) },
      ]}
    />
  );
}
