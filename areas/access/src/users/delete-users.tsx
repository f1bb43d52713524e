import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { DeleteEach } from '@packhouse/console-kit/lists.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { deleteUser, listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './users-words.ts';

interface DeleteUsersProps {
  names: readonly string[];
  onClose: () => void;
  onDeleted?: () => void;
}

const manyNames = 8;

/** Says what goes with one user, or which users go, and deletes them. */
export function DeleteUsers({ names, onClose, onDeleted }: DeleteUsersProps) {
  return (
    <DeleteEach
      items={names}
      nameOf={(name) => name}
      title={(left) => (left.length === 1 ? t('removeTitle', { name: left[0] ?? '' }) : t('removeManyTitle', { count: left.length }))}
      action={(left) => (left.length === 1 ? t('removeAction') : t('removeManyAction', { count: left.length }))}
      work={(name) => call(deleteUser, { params: { name } })}
      refresh={() => refresh(listUsers, listGroups, readGroup, listPermissions, listTokens)}
      done={(gone) => (gone.length === 1 ? t('removed', { name: gone[0] ?? '' }) : t('removedMany', { count: gone.length }))}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {(left) => (
        <div className="access-confirm">
          {left.length === 1 ? <WhatGoes name={left[0] ?? ''} /> : <Names names={left} />}
          <p>{t('removeText')}</p>
        </div>
      )}
    </DeleteEach>
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
