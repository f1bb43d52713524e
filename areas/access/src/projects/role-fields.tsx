import { givenRoleActions, type RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import { NewRole, type Role } from '@packhouse/contract/access/access-project-routes.ts';
import { formatNumber, Tag } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './projects-words.ts';
import { actionName } from './role-action-words.ts';

/** The form for a role holds this. */
export interface RoleDraft {
  name: string;
  description: string;
  environments: string[];
  actions: RoleAction[];
}

export const makeChange = ({ description, environments, actions }: RoleDraft) => ({ description, environments, actions });

/** The draft of a role, or of a new one. */
export const makeDraft = (role: Role | undefined): RoleDraft =>
  role ? { name: role.name, ...makeChange(role) } : { name: '', description: '', environments: ['DEV'], actions: ['READ_REPOSITORY'] };

/** Says what the roles that every platform has are for, in the language on screen. */
const known: Readonly<Record<string, () => string>> = {
  'Project Admin': () => t('aboutProjectAdmin'),
  Developer: () => t('aboutDeveloper'),
  Contributor: () => t('aboutContributor'),
  Viewer: () => t('aboutViewer'),
  'Release Manager': () => t('aboutReleaseManager'),
  'Security Manager': () => t('aboutSecurityManager'),
};

/** Says what a role is for; what people wrote themselves stays as it is. */
export const aboutRole = ({ name, type, description }: Role): string =>
  (type === 'ADMIN' || type === 'PREDEFINED' ? known[name]?.() : undefined) ?? description;

/** Columns of a list of roles; those of the `own` type are marked. */
export const roleColumns = (own: Role['type']): Column<Role>[] => [
  {
    id: 'name',
    title: t('role'),
    card: 'title',
    width: '24%',
    render: ({ name, type }) => (
      <span className="access-name">
        <b>{name}</b>
        {type === own && <Tag accent>{t('ownRole')}</Tag>}
      </span>
    ),
  },
  { id: 'description', title: t('description'), card: 'fact', render: (role) => aboutRole(role) || <span className="ph-muted">–</span> },
  {
    id: 'environments',
    title: t('environments'),
    card: 'fact',
    width: '24%',
    render: ({ type, environments }) => (
      <span className="project-tags">{type === 'ADMIN' ? <Tag>{t('everywhere')}</Tag> : environments.map((name) => <Tag key={name}>{name}</Tag>)}</span>
    ),
  },
  { id: 'actions', title: t('actions'), align: 'end', width: '90px', render: ({ actions }) => formatNumber(actions.length) },
];

/** The fields of a role. */
export function RoleFields({ isNew, environments }: { isNew: boolean; environments: readonly string[] }) {
  return (
    <>
      {isNew && (
        <Form.Item name="name" label={t('roleName')} rules={rulesFor(NewRole, 'name')}>
          <Input autoComplete="off" autoFocus />
        </Form.Item>
      )}
      <Form.Item name="description" label={t('description')} rules={rulesFor(NewRole, 'description')}>
        <Input />
      </Form.Item>
      <Form.Item name="environments" label={t('environments')} extra={t('environmentsHint')}>
        <Select mode="multiple" options={environments.map((name) => ({ value: name, label: name }))} />
      </Form.Item>
      <Form.Item name="actions" label={t('actions')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={givenRoleActions.map((action) => ({ value: action, label: actionName(action), title: action }))}
        />
      </Form.Item>
    </>
  );
}
