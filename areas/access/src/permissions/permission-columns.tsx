import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { Icon, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { ManagedTag } from '../forms/managed-by.tsx';
import type { ResourceType } from './permission-draft.ts';
import { editPermissionPath } from './permissions-screens.ts';
import { t } from './permissions-words.ts';
import { shownName } from './wide-names.ts';

const shownNames = 2;

function Names({ permission, type }: { permission: Permission; type: ResourceType }) {
  const names = [...new Set(permission.sections.filter((section) => section.resourceType === type).flatMap((section) => section.names))];
  if (names.length === 0) return <span className="ph-muted">–</span>;
  return (
    <span className="access-tags access-one-line" title={names.join(', ')}>
      {names.slice(0, shownNames).map((name) => (
        <Tag key={name}>{shownName(name)}</Tag>
      ))}
      {names.length > shownNames && <span className="ph-muted ph-nowrap">{t('more', { count: names.length - shownNames })}</span>}
    </span>
  );
}

/** Everybody whom a permission names, once. */
export function makePrincipals({ sections }: Permission) {
  const unique = (side: 'users' | 'groups') => [...new Set(sections.flatMap((section) => section[side].map(({ name }) => name)))];
  return { groups: unique('groups'), users: unique('users') };
}

function Principals({ permission }: { permission: Permission }) {
  const { groups, users } = makePrincipals(permission);
  const all = [...groups.map((name) => ({ kind: 'group' as const, name })), ...users.map((name) => ({ kind: 'user' as const, name }))];
  if (all.length === 0) return <span className="ph-muted">{t('nobody')}</span>;
  return (
    <span className="access-tags access-one-line" title={all.map(({ name }) => name).join(', ')}>
      {all.slice(0, shownNames).map(({ kind, name }) => (
        <Tag key={`${kind} ${name}`}>
          <Icon name={kind} size={12} label={t(kind)} />
          {name}
        </Tag>
      ))}
      {all.length > shownNames && <span className="ph-muted ph-nowrap">{t('more', { count: all.length - shownNames })}</span>}
    </span>
  );
}

export function permissionColumns(): Column<Permission>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '20%',
      render: ({ name, managedBy }) => (
        <span className="access-name">
          <Link to={editPermissionPath(name)} className="ph-main-link">
            {name}
          </Link>
          <ManagedTag by={managedBy} />
        </span>
      ),
    },
    { id: 'repositories', title: t('repository'), card: 'fact', render: (permission) => <Names permission={permission} type="repository" /> },
    { id: 'builds', title: t('build'), width: '110px', render: (permission) => <Names permission={permission} type="build" /> },
    { id: 'bundles', title: t('releaseBundle'), width: '120px', render: (permission) => <Names permission={permission} type="releaseBundle" /> },
    {
      id: 'destinations',
      title: t('destination'),
      width: '120px',
      optional: true,
      render: (permission) => <Names permission={permission} type="destination" />,
    },
    { id: 'pipelines', title: t('pipeline'), width: '120px', optional: true, render: (permission) => <Names permission={permission} type="pipeline" /> },
    { id: 'principals', title: t('whom'), card: 'fact', render: (permission) => <Principals permission={permission} /> },
    { id: 'description', title: t('description'), optional: true, render: ({ description }) => description },
    { id: 'changed', title: t('changed'), width: '130px', render: ({ modifiedAt }) => <RelativeTime at={modifiedAt} /> },
  ];
}
