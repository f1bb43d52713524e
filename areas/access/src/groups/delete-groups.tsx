import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteGroup, type Group, listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t as formWords } from '../forms/forms-words.ts';
import { useOwnLoss } from '../forms/own-administration.ts';
import { inTurn } from '../listing/in-turn.ts';
import { t } from './groups-words.ts';

type Named = Pick<Group, 'name' | 'memberCount'>;

interface DeleteGroupsProps {
  groups: readonly Named[];
  onClose: () => void;
  onDeleted?: (gone: readonly string[]) => void;
}

/** Says whom it concerns, and deletes groups. Their members stay. */
export function DeleteGroups({ groups, onClose, onDeleted }: DeleteGroupsProps) {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(groups);
  const [failure, setFailure] = useState<string>();
  const losesOwn = useOwnLoss(left.map(({ name }) => name));
  const single = left.length === 1 ? left[0] : undefined;
  const confirm = async () => {
    setBusy(true);
    const { done, missed } = await inTurn(
      left.map(({ name }) => name),
      (name) => call(deleteGroup, { params: { name } }),
    );
    await refresh(listGroups, listUsers, readUser, listPermissions);
    setBusy(false);
    if (done.length > 0) {
      notify.good(done.length === 1 ? t('removed', { name: done[0] ?? '' }) : t('removedMany', { count: done.length }));
      onDeleted?.(done);
    }
    if (missed.length === 0) return onClose();
    setLeft(left.filter((group) => missed.some(({ name }) => name === group.name)));
    setFailure(missed.map(({ name, error }) => `${name}: ${error.message}`).join(' · '));
  };
  return (
    <ConfirmDelete
      title={single ? t('removeTitle', { name: single.name }) : t('removeManyTitle', { count: left.length })}
      action={single ? t('removeAction') : t('removeManyAction', { count: left.length })}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <div className="access-confirm">
        {single ? (
          <WhatGoes group={single} />
        ) : (
          <p>
            <b>{left.map(({ name }) => name).join(', ')}</b>
          </p>
        )}
        <p>{t('removeText')}</p>
        {losesOwn && <p>{formWords('ownText')}</p>}
      </div>
    </ConfirmDelete>
  );
}

function WhatGoes({ group }: { group: Named }) {
  const permissions = useQuery(query(listPermissions, { query: { group: group.name, limit: 1 } })).data?.total;
  if (permissions === undefined) return <p aria-busy="true">{t('counting')}</p>;
  return <p>{t('whatGoes', { members: t('memberCount', { count: group.memberCount }), permissions: t('permissionCount', { count: permissions }) })}</p>;
}
