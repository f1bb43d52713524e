import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { DeleteEach } from '@packhouse/console-kit/lists.ts';
import { deleteGroup, type Group, listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { t as formWords } from '../forms/forms-words.ts';
import { useOwnLoss } from '../forms/own-administration.ts';
import { t } from './groups-words.ts';

type Named = Pick<Group, 'name' | 'memberCount'>;

interface DeleteGroupsProps {
  groups: readonly Named[];
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says whom it concerns, and deletes groups. Their members stay. */
export function DeleteGroups({ groups, onClose, onDeleted }: DeleteGroupsProps) {
  return (
    <DeleteEach
      items={groups}
      nameOf={({ name }) => name}
      title={(left) => (left.length === 1 ? t('removeTitle', { name: left[0]?.name ?? '' }) : t('removeManyTitle', { count: left.length }))}
      action={(left) => (left.length === 1 ? t('removeAction') : t('removeManyAction', { count: left.length }))}
      work={({ name }) => call(deleteGroup, { params: { name } })}
      refresh={() => refresh(listGroups, listUsers, readUser, listPermissions)}
      done={(gone) => (gone.length === 1 ? t('removed', { name: gone[0]?.name ?? '' }) : t('removedMany', { count: gone.length }))}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {(left) => <Consequences groups={left} />}
    </DeleteEach>
  );
}

function Consequences({ groups }: { groups: readonly Named[] }) {
  const losesOwn = useOwnLoss(groups.map(({ name }) => name));
  const [group] = groups;
  return (
    <div className="access-confirm">
      {group && groups.length === 1 ? (
        <WhatGoes group={group} />
      ) : (
        <p>
          <b>{groups.map(({ name }) => name).join(', ')}</b>
        </p>
      )}
      <p>{t('removeText')}</p>
      {losesOwn && <p>{formWords('ownText')}</p>}
    </div>
  );
}

function WhatGoes({ group }: { group: Named }) {
  const permissions = useQuery(query(listPermissions, { query: { group: group.name, limit: 1 } })).data?.total;
  if (permissions === undefined) return <p aria-busy="true">{t('counting')}</p>;
  return <p>{t('whatGoes', { members: t('memberCount', { count: group.memberCount }), permissions: t('permissionCount', { count: permissions }) })}</p>;
}
