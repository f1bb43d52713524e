import { call, LoadedPage, notifyFailure, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type GitConnectionView, type GitRepository, listGitRepositories, readVcsIntegration } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { scanGitIntegration, scanGitRepository } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import {
  Button,
  EmptyState,
  Facts,
  formatNumber,
  LinkButton,
  type MenuEntry,
  notify,
  Page,
  RelativeTime,
  type StatusKind,
  StatusTag,
  words,
} from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { pullRequestsPath, selectRepositoriesOf } from '../integrations-screens.ts';
import { getWay, useConnectionAddress } from './connection-of.ts';
import { ChooseConnection, NoSuchConnection } from './no-connection.tsx';
import { repositoryColumns } from './repository-columns.tsx';
import { t } from './scanning-words.ts';
import { ShowFilter } from './show-filter.tsx';
import '../integrations.css';

/** What is under way is looked at so often. */
const often = 2000;
const isUnderWay = (connection: GitConnectionView | undefined) =>
  connection !== undefined && connection.repositories.waiting + connection.repositories.looking > 0;

/** What is scanned through a connection, and how it answers. */
export function GitScanningPage() {
  const { integrationId } = useConnectionAddress();
  return integrationId === '' ? <ChooseConnection title={t('gitRepositories')} /> : <ScanningOf integrationId={integrationId} />;
}

function ScanningOf({ integrationId }: { integrationId: string }) {
  const { vcsType } = useConnectionAddress();
  const result = useQuery({
    ...query(readVcsIntegration, { params: { integrationId } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? often : false),
  });
  useLive(['integration.', 'git.'], readVcsIntegration, listGitRepositories);
  const head = { title: t('gitRepositories'), breadcrumb: getWay(vcsType) };
  return (
    <LoadedPage result={result} missing={<NoSuchConnection integrationKey={integrationId} />} {...head}>
      {(connection) => (
        <Page
          title={connection.name}
          breadcrumb={getWay(connection.vendorName)}
          subtitle={<span className="ph-mono">{connection.url}</span>}
          actions={
            <>
              <ScanAllButton connection={connection} />
              <SelectButton connection={connection} />
            </>
          }
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

function ScanAllButton({ connection: { key, repositories } }: { connection: GitConnectionView }) {
  const refusal = useRefusal(scanGitIntegration);
  const scan = async () => {
    try {
      const { repositories: count } = await call(scanGitIntegration, { params: { integrationId: key } });
      notify.good(t('scanAllAsked', { count }));
    } catch (error) {
      notifyFailure(error as Error);
    }
    await refresh(readVcsIntegration, listGitRepositories);
  };
  return (
    <Button icon="refresh" refusal={refusal ?? (repositories.selected === 0 ? t('nothingSelected') : undefined)} onClick={() => void scan()}>
      {t('scanAll')}
    </Button>
  );
}

async function scanRepository(integrationId: string, { id, fullName: name }: GitRepository): Promise<void> {
  try {
    await call(scanGitRepository, { params: { integrationId, id } });
    notify.good(t('scanAsked', { name }));
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(readVcsIntegration, listGitRepositories);
}

/** What can be done with a repository. */
function getActions({ key, vendorName }: GitConnectionView, one: GitRepository): MenuEntry[] {
  const pulls = pullRequestsPath({ vcsType: vendorName, integrationId: key, repository: String(one.id) });
  return [
    ...(one.selected ? [{ label: t('scanNow'), icon: 'refresh' as const, onSelect: () => void scanRepository(key, one) }] : []),
    { label: t('pullRequests'), icon: 'list', to: pulls },
  ];
}

/** How far a look at all repositories is. */
function Progress({ repositories: { selected, waiting, looking } }: Pick<GitConnectionView, 'repositories'>) {
  const done = Math.max(0, selected - waiting - looking);
  return (
    <span className="integration-progress">
      <progress aria-label={t('underWay')} max={selected} value={done} />
      <span>{t('progressOf', { done: formatNumber(done), count: formatNumber(selected) })}</span>
      <span className="ph-muted">{t('underWayOf', { looking: formatNumber(looking), waiting: formatNumber(waiting) })}</span>
    </span>
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
        isUnderWay(connection) ? [t('underWay'), <Progress key="progress" repositories={repositories} />] : undefined,
        [t('userName'), userName],
      ]}
    />
  );
}

function Repositories({ connection }: { connection: GitConnectionView }) {
  const filters = useFilters('search', 'selected');
  const { search, selected } = filters.asked;
  const asked = { ...(search === undefined ? {} : { search }), ...(selected === 'true' ? { selected: 'true' as const } : {}) };
  const list = usePagedList(
    listGitRepositories,
    { params: { integrationId: connection.key }, query: asked },
    { every: () => (isUnderWay(connection) ? often : false) },
  );
  return (
    <ListTable
      id="git-repositories"
      label={t('gitRepositories')}
      list={list}
      filters={filters}
      search={t('search')}
      toolbar={<ShowFilter value={filters.values.selected} onChange={(value) => filters.change({ selected: value })} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      columns={repositoryColumns(({ id }) => pullRequestsPath({ vcsType: connection.vendorName, integrationId: connection.key, repository: String(id) }))}
      rowKey={({ id }) => String(id)}
      rowName={({ fullName }) => fullName}
      rowActions={(one) => getActions(connection, one)}
      none={
        <EmptyState icon="list" title={t('none')} action={<SelectButton connection={connection} />}>
          {t('noneHelp')}
        </EmptyState>
      }
    />
  );
}
