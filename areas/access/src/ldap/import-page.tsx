import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { importLdapGroups, type LdapGroup, listLdapGroups } from '@packhouse/contract/access/access-ldap-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, EmptyState } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ldapPath } from './ldap-screens.ts';
import { t } from './ldap-words.ts';
import '../listing/listing.css';

const here = ({ group }: LdapGroup) => group !== '' && <Link to={`/admin/management/groups/${encodeURIComponent(group)}/edit`}>{group}</Link>;

const columns = (): Column<LdapGroup>[] => [
  { id: 'name', title: t('group'), render: ({ name }) => name, card: 'title', width: '220px' },
  { id: 'here', title: t('here'), render: (row) => here(row) || <span className="ph-muted">–</span>, card: 'fact', width: '200px' },
  { id: 'description', title: t('description'), render: ({ description }) => description },
  { id: 'dn', title: t('entry'), render: ({ dn }) => <span className="ph-mono">{dn}</span>, card: 'fact' },
];

type Done = RouteReply<typeof importLdapGroups>;

function Outcome({ done }: { done: Done }) {
  const problems = [
    ...done.refused.map(({ name, reason }) => t(`refused_${reason}`, { name })),
    ...(done.missing.length > 0 ? [t('missing', { names: done.missing.join(', ') })] : []),
  ];
  return (
    <Banner kind={problems.length > 0 ? 'warning' : 'good'}>
      <p>{t('importDone', { count: done.imported.length, synced: done.synced })}</p>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Banner>
  );
}

/** Groups of the directory: which stand here already, which shall. */
export function ImportPage() {
  const { key = '' } = useParams();
  const refusal = useRefusal(importLdapGroups);
  const list = useList(listLdapGroups, { params: { key } }, { rows: ({ items }) => items });
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const [failure, setFailure] = useState<string>();
  const run = async (chosen: readonly LdapGroup[]) => {
    setBusy(true);
    setFailure(undefined);
    setDone(undefined);
    try {
      const names = chosen.filter(({ group }) => group === '').map(({ name }) => name);
      setDone(await call(importLdapGroups, { params: { key }, body: { names } }));
      await refresh(listLdapGroups, listGroups, listUsers, readUser);
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const sync = (
    <Button icon="refresh" loading={busy} refusal={refusal} onClick={() => void run([])}>
      {t('sync')}
    </Button>
  );
  return (
    <ListPage
      id="ldap-groups"
      title={t('importTitle', { name: key })}
      count={undefined}
      breadcrumb={[{ label: t('ldap'), to: ldapPath }]}
      subtitle={<span className="ph-muted">{t('importHelp')}</span>}
      actions={sync}
      above={
        <>
          {done && <Outcome done={done} />}
          {failure && <Banner kind="bad">{failure}</Banner>}
          {list.answer?.isCut && <Banner kind="info">{t('isCut')}</Banner>}
        </>
      }
      list={list}
      columns={columns()}
      rowKey={({ dn }) => dn}
      bulkActions={(chosen, clear) => (
        <Button size="small" icon="download" loading={busy} refusal={refusal} onClick={() => void run(chosen).then(clear)}>
          {t('importSelected')}
        </Button>
      )}
      none={
        <EmptyState icon="group" title={t('noGroups')}>
          {t('noGroupsHelp')}
        </EmptyState>
      }
    />
  );
}
