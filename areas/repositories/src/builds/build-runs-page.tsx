import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type BuildRun, listBuildRuns } from '@packhouse/contract/repositories/build-routes.ts';
import { Button, EmptyState, Page, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { buildPath, comparePath } from './build-paths.ts';
import { t } from './builds-words.ts';
import { DeleteRuns } from './delete-runs.tsx';

const RetentionDialog = lazy(async () => ({ default: (await import('./retention-dialog.tsx')).RetentionDialog }));

const keyOf = (row: BuildRun) => `${row.repository}/${row.number}/${row.startedMillis}`;

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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'delete' | 'retention'>();
  const repository = params.get('buildRepo') ?? undefined;
  const result = useQuery(query(listBuildRuns, { query: { name, ...(repository ? { repository } : {}) } }));
  useLive(['artifact.'], listBuildRuns);
  const rows = result.data?.items;
  const chosen = (rows ?? []).filter((row) => selected.has(keyOf(row)));
  const [one, other] = chosen;
  const kept = repository ?? rows?.[0]?.repository;
  const close = () => setOpen(undefined);
  const bulk = (
    <>
      <Button
        size="small"
        icon="copy"
        refusal={one && other && chosen.length === 2 ? undefined : t('chooseTwo')}
        onClick={() => one && other && void navigate(comparePath(one, other))}
      >
        {t('compare')}
      </Button>
      <Button size="small" kind="danger" icon="trash" onClick={() => setOpen('delete')}>
        {t('deleteRuns')}
      </Button>
    </>
  );
  return (
    <Page
      title={name}
      breadcrumb={[{ label: t('builds'), to: '/builds' }, { label: name }]}
      count={rows?.length}
      actions={
        <Button icon="clock" disabled={!kept} onClick={() => setOpen('retention')}>
          {t('retention')}
        </Button>
      }
    >
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="build-runs"
          label={t('runs')}
          columns={columns()}
          rows={rows}
          rowKey={keyOf}
          rowName={({ number }) => number}
          href={buildPath}
          selected={selected}
          onSelect={setSelected}
          bulkActions={bulk}
          empty={<EmptyState icon="build" title={t('noBuilds')} />}
        />
      )}
      {open === 'delete' && <DeleteRuns name={name} runs={chosen} onClose={close} onDeleted={() => setSelected(new Set())} />}
      <Suspense>{open === 'retention' && kept && <RetentionDialog name={name} repository={kept} onClose={close} />}</Suspense>
    </Page>
  );
}
