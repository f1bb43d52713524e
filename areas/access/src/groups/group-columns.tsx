import type { Group } from '@packhouse/contract/access/access-group-routes.ts';
import { formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { ManagedTag } from '../forms/managed-by.tsx';
import { editGroupPath } from './groups-screens.ts';
import { t } from './groups-words.ts';

export function groupColumns(): Column<Group>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '28%',
      render: (group) => (
        <span className="access-name">
          <Link to={editGroupPath(group.name)} className="ph-main-link">
            {group.name}
          </Link>
          {group.administrator && <Tag accent>{t('administrators')}</Tag>}
          <ManagedTag by={group.managedBy} />
          {group.autoJoin && <Tag>{t('autoJoin')}</Tag>}
        </span>
      ),
    },
    { id: 'description', title: t('description'), card: 'fact', render: (group) => group.description || <span className="ph-muted">–</span> },
    { id: 'members', title: t('members'), card: 'fact', align: 'end', width: '110px', render: (group) => formatNumber(group.memberCount) },
    { id: 'created', title: t('created'), width: '130px', render: (group) => <RelativeTime at={group.createdAt} /> },
    { id: 'realm', title: t('realm'), width: '110px', optional: true, render: (group) => group.realm },
    { id: 'externalId', title: t('externalId'), optional: true, render: (group) => <span className="ph-mono">{group.externalId}</span> },
  ];
}
