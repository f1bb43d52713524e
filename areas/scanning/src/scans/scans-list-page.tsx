import { mutation, query, refresh, tryAgain, useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { componentRowsPerPage, scanNow, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { Button, EmptyState, type MenuEntry, notify, Page } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { BillDialog } from './bill-dialog.tsx';
import { componentColumns, type ScannedRow, versionPath } from './component-columns.tsx';
import { ScannedRepositories } from './scanned-repositories.tsx';
import { t } from './scans-words.ts';
import '../scanning.css';

const { refresh: every, retries } = constants.scanData;

const columns = () =>
  componentColumns(
    {
      package: t('package'),
      version: t('version'),
      repository: t('repository'),
      state: t('state'),
      findings: t('findings'),
      noFindings: t('noFindings'),
      status: (status) => (status === 'scanned' ? t('is scanned') : t(status)),
    },
    { package: 'package', state: 'state' },
    'state',
  );

/** Asks for the states of scans now and then; when that fails, the last known ones stay and nothing is said. */
function useStates(asked: Parameters<typeof query<typeof searchComponents>>[1]): void {
  useQuery({
    ...query(searchComponents, asked),
    retry: tryAgain(retries),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'in progress') ? every : false),
  });
}

function Scans() {
  const page = usePageNumber();
  const filters = useFilters('search');
  const input = {
    query: { num_of_rows: componentRowsPerPage, page_num: page, order_by: 'updated', direction: 'desc', ...filters.asked },
    body: 'all_components',
  } as const;
  const [upload, setUpload] = useState<{ repository?: string }>();
  const list = useList(searchComponents, input, { rows: ({ data }) => data, live: ['scan.'] });
  useStates(input);
  const scan = useMutation({ ...mutation(scanNow), onError: (error: Error) => notify.bad(error.message) });
  const begin = async (row: ScannedRow) => {
    await scan.mutateAsync({ body: { packageId: row.component_id, version: row.version, repoKey: row.repository } });
    notify.good(t('begun', { name: `${row.name} ${row.version}` }));
    await refresh(searchComponents);
  };
  const rowActions = (row: ScannedRow): MenuEntry[] => [
    { label: t('show'), icon: 'eye', to: versionPath(row), keys: 'e' },
    { label: t('scanNow'), icon: 'refresh', onSelect: () => void begin(row).catch(() => undefined) },
  ];
  const uploadButton = (
    <Button icon="upload" onClick={() => setUpload({})}>
      {t('uploadBill')}
    </Button>
  );
  return (
    <ListPage
      id="scans"
      title={t('scans')}
      label={t('versions')}
      count={list.answer?.total_count}
      subtitle={t('about')}
      actions={uploadButton}
      above={<ScannedRepositories onUpload={(repository) => setUpload({ repository })} />}
      list={list}
      columns={columns()}
      rowKey={(row) => `${row.component_id} ${row.version}`}
      rowName={({ name, version }) => `${name} ${version}`}
      href={versionPath}
      rowActions={rowActions}
      filters={filters}
      search={t('search')}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="shield" title={t('noVersions')} action={uploadButton}>
          {t('noVersionsHelp')}
        </EmptyState>
      }
    >
      {upload && <BillDialog repository={upload.repository} onClose={() => setUpload(undefined)} />}
      <TurnPages label={t('versions')} page={page} rows={list.answer?.total_count} rowsPerPage={componentRowsPerPage} />
    </ListPage>
  );
}

/** How far scans are, where the installation shows that. */
export function ScansListPage() {
  if (useSession().features.scanStatus !== false) return <Scans />;
  return (
    <Page title={t('scans')}>
      <EmptyState icon="shield" title={t('notHere')} />
    </Page>
  );
}
