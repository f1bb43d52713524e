import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { deleteUser, listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inTurn } from '../listing/in-turn.ts';
import { t } from './users-words.ts';

interface DeleteUsersProps {
  names: readonly string[];
  onClose: () => void;
  onDeleted?: (gone: readonly string[]) => void;
}

const manyNames = 8;

/** Says what goes with one user, or which users go, and deletes them. */
export function DeleteUsers({ names, onClose, onDeleted }: DeleteUsersProps) {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(names);
  const [failure, setFailure] = useState<string>();
  const single = left.length === 1 ? left[0] : undefined;
  const confirm = async () => {
    setBusy(true);
    const { done, missed } = await inTurn(left, (name) => call(deleteUser, { params: { name } }));
    await refresh(listUsers, listGroups, readGroup, listPermissions, listTokens);
    setBusy(false);
    if (done.length > 0) {
      notify.good(done.length === 1 ? t('removed', { name: done[0] ?? '' }) : t('removedMany', { count: done.length }));
      onDeleted?.(done);
    }
    if (missed.length === 0) return onClose();
    setLeft(missed.map(({ name }) => name));
    setFailure(missed.map(({ name, error }) => `${name}: ${error.message}`).join(' · '));
  };
  return (
    <ConfirmDelete
      title={single === undefined ? t('removeManyTitle', { count: left.length }) : t('removeTitle', { name: single })}
      action={single === undefined ? t('removeManyAction', { count: left.length }) : t('removeAction')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <div className="access-confirm">
        {single === undefined ? <Names names={left} /> : <WhatGoes name={single} />}
        <p>{t('removeText')}</p>
      </div>
    </ConfirmDelete>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - manyNames;
  return (
    <p>
      <b>{names.slice(0, manyNames).join(', ')}</b> {more > 0 && t('andMore', { count: more })}
    </p>
  );
}

function WhatGoes({ name }: { name: string }) {
  const tokens = useQuery(query(listTokens, { query: { user: name, limit: 1 } })).data?.total;
  const permissions = useQuery(query(listPermissions, { query: { user: name, limit: 1 } })).data?.total;
  if (tokens === undefined || permissions === undefined) return <p aria-busy="true">{t('counting')}</p>;
  return (
    <p>
      {tokens > 0 && t('tokensGo', { count: tokens })} {permissions > 0 && t('permissionsGo', { count: permissions })}
      {tokens + permissions === 0 && t('nothingGoes')}
    </p>
  );
}
