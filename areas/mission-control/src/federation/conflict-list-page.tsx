import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, usePagedList } from '@packhouse/console-kit/lists.ts';
import { getConflictKey } from '@packhouse/contract/mission-control/conflict-key.ts';
import { listFederationConflicts, restoreFederationConflict } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, EmptyState, notify, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { FederationTabs } from './federation-tabs.tsx';
import { t } from './federation-words.ts';

type Conflict = RouteReply<typeof listFederationConflicts>['items'][number];

/** The fields in which two values differ. */
function getDifference(one: unknown, other: unknown): string {
  if (one === null || typeof one !== 'object') return JSON.stringify(one);
  const against = (other ?? {}) as Record<string, unknown>;
  const fields = Object.entries(one).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(against[name]));
  return fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
}

function Side({ value, other, by }: { value: unknown; other: unknown; by: string }) {
  return (
    <>
      <span className="ph-mono">{getDifference(value, other)}</span> <small>{t('by', { name: by })}</small>
    </>
  );
}

const parts = ['profile', 'password', 'settings', 'whole', 'row', 'administrator'] as const;

/** Of what kind it is, and which part of it two have changed. */
function tellWhat({ kind, register }: Conflict): string {
  if (register.startsWith('member/')) return t('part-member', { group: register.slice('member/'.length) });
  const part = parts.find((one) => one === register);
  return part === undefined ? t(`kind-${kind}`) : `${t(`kind-${kind}`)}: ${t(`part-${part}`)}`;
}

const columns = (): Column<Conflict>[] => [
  { id: 'name', title: t('name'), card: 'title', width: '16%', render: ({ name }) => <b>{name}</b> },
  { id: 'what', title: t('what'), width: '14%', render: tellWhat },
  { id: 'kept', title: t('kept'), card: 'fact', render: ({ kept, lost, keptBy }) => <Side value={kept} other={lost} by={keptBy} /> },
  { id: 'lost', title: t('lost'), card: 'fact', render: ({ kept, lost, lostBy }) => <Side value={lost} other={kept} by={lostBy} /> },
  { id: 'at', title: t('at'), width: '130px', render: ({ at }) => <RelativeTime at={at} /> },
];

async function restore({ deployment, id }: Conflict): Promise<void> {
  try {
    await call(restoreFederationConflict, { params: { deployment, id } });
    notify.good(t('usedOther'));
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listFederationConflicts);
}

/** Deployments that could not be asked: of theirs nothing is known here. */
function NotAsked({ unreachable }: { unreachable: readonly string[] }) {
  return unreachable.length > 0 && <Banner kind="warning">{t('conflictsNotAsked', { names: unreachable.join(', ') })}</Banner>;
}

/** Values that were lost to others, written elsewhere at the same time. */
export function ConflictListPage() {
  const list = usePagedList(listFederationConflicts, {});
  // Another deployment may have noted the same at another time, and so on another page.
  const rows = list.rows && [...Map.groupBy(list.rows, getConflictKey).values()].map(([first]) => first!);
  return (
    <ListPage
      id="federation-conflicts"
      title={t('title')}
      label={t('conflicts')}
      above={
        <>
          <FederationTabs />
          <NotAsked unreachable={list.answer?.unreachable ?? []} />
        </>
      }
      list={{ ...list, rows }}
      count={list.onMore ? undefined : rows?.length}
      columns={columns()}
      rowKey={({ deployment, id }) => `${deployment} ${id}`}
      rowName={({ name }) => name}
      rowActions={(conflict) => [{ label: t('useOther'), icon: 'refresh', onSelect: () => void restore(conflict) }]}
      none={
        <EmptyState icon="check" title={t('noConflicts')}>
          {t('noConflictsHelp')}
        </EmptyState>
      }
    />
  );
}
