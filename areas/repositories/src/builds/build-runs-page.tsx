import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type BuildRun, listBuildRuns } from '@packhouse/contract/repositories/build-routes.ts';
import { Button, EmptyState, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { buildPath, comparePath } from './builds-screens.ts';
import { t } from './builds-words.ts';
import { DeleteRuns } from './delete-runs.tsx';

const RetentionDialog = lazy(async () => ({ default: (await import('./retention-dialog.tsx')).RetentionDialog }));

const getKey = (row: BuildRun) => `${row.repository}/${row.number}/${row.startedMillis}`;

const columns = (): Column<BuildRun>[] => [
  { id: 'number', title: t('number'), card: 'title', render: (row) => <Link to={buildPath(row)}>{row.number}</Link> },
  { id: 'started', title: t('started'), card: 'fact', width: '160px', render: (row) => <RelativeTime at={row.started} /> },
  { id: 'status', title: t('status'), card: 'fact', render: (row) => (row.status ? <Tag accent>{row.status}</Tag> : null) },
  { id: 'agent', title: t('agent'), render: (row) => row.agent },
  { id: 'by', title: t('publishedBy'), render: (row) => row.createdBy },
];

/** Every run of one build, newest first. */
export function BuildRunsPage() {
  const { name = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const repository = params.get('buildRepo') ?? undefined;
  const list = useList(listBuildRuns, { query: { name, ...(repository ? { repository } : {}) } }, { rows: ({ items }) => items, live: ['artifact.'] });
  const [removing, setRemoving] = useState<readonly BuildRun[]>();
  const [keeping, setKeeping] = useState(false);
  const kept = repository ?? list.rows?.[0]?.repository;
  const bulkActions = (chosen: readonly BuildRun[]) => {
    const [one, other] = chosen;
    return (
      <>
        <Button
          size="small"
          icon="copy"
          refusal={one && other && chosen.length === 2 ? undefined : t('chooseTwo')}
          onClick={() => one && other && void navigate(comparePath(one, other))}
        >
          {t('compare')}
        </Button>
        <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(chosen)}>
          {t('deleteRuns')}
        </Button>
      </>
    );
  };
  return (
    <ListPage
      id="build-runs"
      title={name}
      label={t('runs')}
      breadcrumb={[{ label: t('builds'), to: '/builds' }, { label: name }]}
      actions={
        <Button icon="clock" disabled={!kept} onClick={() => setKeeping(true)}>
          {t('retention')}
        </Button>
      }
      list={list}
      columns={columns()}
      rowKey={getKey}
      rowName={({ number }) => number}
      href={buildPath}
      bulkActions={bulkActions}
      none={<EmptyState icon="build" title={t('noBuilds')} />}
    >
      {removing && <DeleteRuns name={name} runs={removing} onClose={() => setRemoving(undefined)} />}
      <Suspense>{keeping && kept && <RetentionDialog name={name} repository={kept} onClose={() => setKeeping(false)} />}</Suspense>
    </ListPage>
  );
}
