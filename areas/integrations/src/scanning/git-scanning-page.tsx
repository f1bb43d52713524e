import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type GitConnectionView, listGitRepositories, readVcsIntegration } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { EmptyState, Facts, formatNumber, LinkButton, Page, RelativeTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { selectRepositoriesOf } from '../integrations-screens.ts';
import { getWay, useConnectionAddress } from './connection-of.ts';
import { ChooseConnection, NoSuchConnection } from './no-connection.tsx';
import { repositoryColumns } from './repository-columns.tsx';
import { t } from './scanning-words.ts';
import { ShowFilter } from './show-filter.tsx';
import '../integrations.css';

/** What is scanned through a connection, and how it answers. */
export function GitScanningPage() {
  const { integrationId } = useConnectionAddress();
  return integrationId === '' ? <ChooseConnection title={t('gitRepositories')} /> : <ScanningOf integrationId={integrationId} />;
}

function ScanningOf({ integrationId }: { integrationId: string }) {
  const { vcsType } = useConnectionAddress();
  const result = useQuery(query(readVcsIntegration, { params: { integrationId } }));
  useLive(['integration.', 'git.'], readVcsIntegration, listGitRepositories);
  const head = { title: t('gitRepositories'), breadcrumb: getWay(vcsType) };
  return (
    <LoadedPage result={result} missing={<NoSuchConnection integrationKey={integrationId} />} {...head}>
      {(connection) => (
        <Page
          title={connection.name}
          breadcrumb={getWay(connection.vendorName)}
          subtitle={<span className="ph-mono">{connection.url}</span>}
          actions={<SelectButton connection={connection} />}
          aside={<ConnectionFacts connection={connection} />}
        >
          <Repositories connection={connection} />
        </Page>
      )}
    </LoadedPage>
  );
}

function SelectButton({ connection: { key, vendorName } }: { connection: GitConnectionView }) {
  return (
    <LinkButton to={selectRepositoriesOf({ vcsType: vendorName, integrationId: key })} kind="primary" icon="check">
      {t('select')}
    </LinkButton>
  );
}

const kinds: Readonly<Record<GitConnectionView['contact']['state'], StatusKind>> = { unchecked: 'neutral', good: 'good', failing: 'bad' };

function ConnectionFacts({ connection }: { connection: GitConnectionView }) {
  const { contact, repositories, lastHookAt, lastLookAt, userName } = connection;
  const { quota, error, checkedAt, state } = contact;
  return (
    <Facts
      title={t('connection')}
      items={[
        [
          t('state'),
          <span key="state">
            <StatusTag kind={kinds[state]}>{t(`state_${state}`)}</StatusTag> {checkedAt !== null && <RelativeTime at={checkedAt} />}
          </span>,
        ],
        error === null ? undefined : [t('lastError'), words().said(error)],
        quota === null ? undefined : [t('quota'), t('quotaOf', { remaining: formatNumber(quota.remaining), limit: formatNumber(quota.limit) })],
        [t('lastHook'), lastHookAt === null ? t('noHook') : <RelativeTime key="hook" at={lastHookAt} />],
        [t('lastLook'), lastLookAt === null ? undefined : <RelativeTime key="look" at={lastLookAt} />],
        [t('scanned'), t('scannedOf', { selected: formatNumber(repositories.selected), total: formatNumber(repositories.total) })],
        [t('userName'), userName],
      ]}
    />
  );
}

function Repositories({ connection }: { connection: GitConnectionView }) {
  const filters = useFilters('search', 'selected');
  const { search, selected } = filters.asked;
  const asked = { ...(search === undefined ? {} : { search }), ...(selected === 'true' ? { selected: 'true' as const } : {}) };
  const list = usePagedList(listGitRepositories, { params: { integrationId: connection.key }, query: asked });
  return (
    <ListTable
      id="git-repositories"
      label={t('gitRepositories')}
      list={list}
      filters={filters}
      search={t('search')}
      toolbar={<ShowFilter value={filters.values.selected} onChange={(value) => filters.change({ selected: value })} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      columns={repositoryColumns()}
      rowKey={({ id }) => String(id)}
      rowName={({ fullName }) => fullName}
      none={
        <EmptyState icon="list" title={t('none')} action={<SelectButton connection={connection} />}>
          {t('noneHelp')}
        </EmptyState>
      }
    />
  );
}
