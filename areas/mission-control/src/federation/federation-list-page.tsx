import { call, notifyFailure } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { compareFederation, type Federation, listFederations } from '@packhouse/contract/mission-control/federation-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, notify, RelativeTime, type StatusKind, StatusTag, Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { BroadcastDialog, EndFederationHere, RemoveFederation } from './broadcast-dialog.tsx';
import { getPace } from './federation-pace.ts';
import { editMeshPath, editStarPath, meshPath, newStarPath } from './federation-screens.ts';
import { FederationTabs } from './federation-tabs.tsx';
import { t } from './federation-words.ts';
import { nameTypes } from './type-names.ts';
import './federation.css';

const getPath = ({ id, mode }: Federation) => (mode === 'star' ? editStarPath(id) : editMeshPath(id));

/** How all links of a federation are together, and why. */
function readState({ links, steps, unreachable, ending }: Federation): { kind: StatusKind; text: string; why: string } {
  const failed = steps.find(({ status }) => status === 'failed');
  const failing = links.find(({ error }) => error !== null);
  const behind = links.reduce((sum, link) => sum + link.behind, 0);
  if (ending) return { kind: 'warning', text: t('ending'), why: '' };
  if (failing) return { kind: 'bad', text: t('retrying'), why: `${failing.source} → ${failing.peerName}: ${words().said(failing.error ?? { message: '' })}` };
  if (failed) return { kind: 'bad', text: t('retrying'), why: `${failed.source} → ${failed.target}: ${words().said(failed.message ?? { message: '' })}` };
  if (unreachable.length > 0) return { kind: 'warning', text: t('unknownState'), why: unreachable.join(', ') };
  if (links.some(({ state }) => state !== 'live')) return { kind: 'warning', text: t('syncing'), why: '' };
  return { kind: 'good', text: behind > 0 ? t('behind', { count: behind }) : t('live'), why: '' };
}

function State({ federation }: { federation: Federation }) {
  const { kind, text, why } = readState(federation);
  return (
    <>
      <StatusTag kind={kind}>{text}</StatusTag> {why !== '' && <small className="mc-why">{why}</small>}
    </>
  );
}

const columns = (): Column<Federation>[] => [
  {
    id: 'source',
    title: t('source'),
    card: 'title',
    width: '18%',
    render: (one) => (
      <Link to={getPath(one)} className="ph-main-link">
        {one.source.name}
      </Link>
    ),
  },
  { id: 'kind', title: t('kind'), width: '90px', render: ({ mode }) => <Tag>{t(mode)}</Tag> },
  { id: 'targets', title: t('targets'), card: 'fact', width: '20%', render: ({ targets }) => targets.map(({ name }) => name).join(', ') },
  { id: 'types', title: t('types'), width: '18%', render: ({ entityTypes }) => nameTypes(entityTypes) },
  { id: 'state', title: t('state'), card: 'fact', render: (one) => <State federation={one} /> },
  {
    id: 'last',
    title: t('lastSync'),
    width: '130px',
    render: ({ links }) => {
      const [last] = links.flatMap(({ lastAt }) => lastAt ?? []).toSorted();
      return last === undefined ? t('never') : <RelativeTime at={last} />;
    },
  },
];

const buttons = () => (
  <>
    <LinkButton to={meshPath} icon="plus">
      {t('newMesh')}
    </LinkButton>
    <LinkButton to={newStarPath} kind="primary" icon="plus">
      {t('newStar')}
    </LinkButton>
  </>
);

async function compare({ id }: Federation): Promise<void> {
  try {
    const { failed } = await call(compareFederation, { params: { source: id } });
    if (failed.length > 0) notify.bad(t('compareFailed', { names: failed.join(', ') }));
    else notify.good(t('compareStarted'));
  } catch (error) {
    notifyFailure(error as Error);
  }
}

/** Everything that is federated, and how it goes. */
export function FederationListPage() {
  const list = useList(listFederations, {}, { rows: ({ items }) => items, live: ['mission-control.federation.'], every: ({ items }) => getPace(items) });
  const [open, setOpen] = useState<{ what: 'broadcast' | 'remove' | 'end-here'; federation: Federation }>();
  const ask = (what: NonNullable<typeof open>['what'], federation: Federation) => () => setOpen({ what, federation });
  const rowActions = (federation: Federation): MenuEntry[] =>
    federation.ending
      ? [{ label: t('endHere'), icon: 'trash', danger: true, keys: 'Del', onSelect: ask('end-here', federation) }]
      : [
          { label: t('edit'), icon: 'edit', to: getPath(federation), keys: 'e' },
          { label: t('broadcast'), icon: 'refresh', onSelect: ask('broadcast', federation) },
          { label: t('compare'), icon: 'check', onSelect: () => void compare(federation) },
          { line: true },
          { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: ask('remove', federation) },
        ];
  const close = () => setOpen(undefined);
  const pair = (
    <LinkButton to="/admin/security/trusted-deployments" icon="plus">
      {t('pair')}
    </LinkButton>
  );
  return (
    <ListPage
      id="federations"
      title={t('title')}
      subtitle={t('about')}
      actions={buttons()}
      above={<FederationTabs />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={({ source }) => source.name}
      href={getPath}
      rowActions={rowActions}
      none={
        <EmptyState icon="network" title={t('none')} action={pair}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'broadcast' && <BroadcastDialog federation={open.federation} onClose={close} />}
      {open?.what === 'end-here' && <EndFederationHere federation={open.federation} onClose={close} />}
      {open?.what === 'remove' && <RemoveFederation federation={open.federation} onClose={close} />}
    </ListPage>
  );
}
