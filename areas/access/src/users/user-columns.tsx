import type { User } from '@packhouse/contract/access/access-user-routes.ts';
import { RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { ManagedTag } from '../forms/managed-by.tsx';
import { editUserPath } from './users-screens.ts';
import { t } from './users-words.ts';

const shownGroups = 2;

function Groups({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="ph-muted">–</span>;
  const more = names.length - shownGroups;
  return (
    <span className="access-tags access-one-line" title={names.join(', ')}>
      {names.slice(0, shownGroups).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {more > 0 && <span className="ph-muted ph-nowrap">{t('moreGroups', { count: more })}</span>}
    </span>
  );
}

function Status({ user }: { user: User }) {
  if (user.status === 'disabled') return <StatusTag kind="neutral">{t('disabled')}</StatusTag>;
  return user.passwordExpired ? <StatusTag kind="warning">{t('passwordExpired')}</StatusTag> : <StatusTag kind="good">{t('enabled')}</StatusTag>;
}

/** When somebody came last, or that they never did. */
export function LastSignIn({ user }: { user: User }) {
  return user.lastLoggedInAt ? <RelativeTime at={user.lastLoggedInAt} /> : <span className="ph-muted">{t('never')}</span>;
}

export function userColumns(ownName: string): Column<User>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '24%',
      render: (user) => (
        <span className="access-name">
          <Link to={editUserPath(user.name)} className="ph-main-link">
            {user.name}
          </Link>
          {user.effectiveAdministrator && <Tag accent>{t('administrator')}</Tag>}
          <ManagedTag by={user.managedBy} />
          {user.name === ownName && <span className="ph-muted">{t('you')}</span>}
        </span>
      ),
    },
    { id: 'email', title: t('email'), card: 'fact', width: '20%', render: (user) => user.email || <span className="ph-muted">–</span> },
    { id: 'groups', title: t('groups'), render: (user) => <Groups names={user.groups} /> },
    { id: 'status', title: t('status'), card: 'fact', width: '150px', render: (user) => <Status user={user} /> },
    { id: 'signedIn', title: t('lastSignIn'), width: '130px', render: (user) => <LastSignIn user={user} /> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: (user) => <RelativeTime at={user.createdAt} /> },
    { id: 'realm', title: t('realm'), width: '110px', optional: true, render: (user) => user.realm },
  ];
}
