import { call, query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { ListTable, useGroupChoices, useList, useUserChoices } from '@packhouse/console-kit/lists.ts';
import {
  listProjectMembers,
  listProjectRoles,
  MemberInput,
  type ProjectDetails,
  type ProjectMember,
  removeProjectMember,
  setProjectMember,
} from '@packhouse/contract/access/access-project-routes.ts';
import { Button, EmptyState, type MenuEntry, notify, Tag } from '@packhouse/ui/core.ts';
import { type FieldAria, Form, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findQuestion, makeLoss } from './own-administration.ts';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { t } from './projects-words.ts';
import { RemoveOne } from './remove-one.tsx';
import { aboutRole } from './role-fields.tsx';

type Kind = ProjectMember['kind'];
interface MemberDraft {
  name: string;
  roles: string[];
}

/** The users of a project with their roles. */
export function MembersPage() {
  const found = useProject('members');
  return 'without' in found ? found.without : <Members kind="user" {...found} />;
}

/** The groups of a project with their roles. */
export function GroupsPage() {
  const found = useProject('groups');
  return 'without' in found ? found.without : <Members kind="group" {...found} />;
}

const columns = (kind: Kind): Column<ProjectMember>[] => [
  { id: 'name', title: t(kind === 'user' ? 'user' : 'group'), card: 'title', width: '40%', render: ({ name }) => <b>{name}</b> },
  {
    id: 'roles',
    title: t('roles'),
    card: 'fact',
    render: ({ roles }) => (
      <span className="project-tags">
        {roles.map((role) => (
          <Tag key={role}>{role}</Tag>
        ))}
      </span>
    ),
  },
];

function Members({ kind, project, isAdministration }: { kind: Kind; project: ProjectDetails; isAdministration: boolean }) {
  const [editing, setEditing] = useState<ProjectMember | 'new'>();
  const [removing, setRemoving] = useState<ProjectMember>();
  const params = { key: project.key };
  const list = useList(
    listProjectMembers,
    { params },
    { rows: (all) => all.filter((member) => member.kind === kind), live: ['access.project.', 'access.role.'] },
  );
  const refusal = project.may.members ? undefined : t('onlyMemberKeepers');
  const add = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setEditing('new')}>
      {t(kind === 'user' ? 'addMember' : 'addGroup')}
    </Button>
  );
  const rowActions = (member: ProjectMember): MenuEntry[] => [
    { label: t('changeRoles'), icon: 'edit', keys: 'e', onSelect: () => setEditing(member) },
    { line: true },
    { label: t('takeOut'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(member) },
  ];
  const remove = async ({ name }: ProjectMember) => {
    await call(removeProjectMember, { params: { ...params, kind, name } });
    await refresh(listProjectMembers);
  };
  return (
    <ProjectFrame project={project} isAdministration={isAdministration} tab={kind === 'user' ? 'members' : 'groups'} count={list.rows?.length} actions={add}>
      <ListTable
        list={list}
        id={`project-${kind}s`}
        label={t(kind === 'user' ? 'members' : 'groups')}
        columns={columns(kind)}
        rowKey={({ name }) => name}
        {...(project.may.members ? { rowActions } : {})}
        none={
          <EmptyState icon="users" title={t(kind === 'user' ? 'noMembers' : 'noGroups')} action={add}>
            {t('noMembersHelp')}
          </EmptyState>
        }
      />
      {editing && (
        <MemberDrawer
          kind={kind}
          project={project}
          members={list.answer ?? []}
          member={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <RemoveMember
          project={project}
          members={list.answer ?? []}
          member={removing}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ProjectFrame>
  );
}

interface RemoveMemberProps {
  project: ProjectDetails;
  members: readonly ProjectMember[];
  member: ProjectMember;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

function RemoveMember({ project, members, member, onRemove, onClose }: RemoveMemberProps) {
  const session = useSession();
  const { data: roles = [] } = useQuery(query(listProjectRoles, { params: { key: project.key } }));
  const { own, last } = makeLoss(session, roles, members, { ...member, roles: [] });
  const text = [t('takeOutText'), ...(own ? [t('ownText')] : []), ...(last ? [t('lastText')] : [])].join(' ');
  return <RemoveOne name={member.name} action={t(own ? 'ownAction' : 'takeOut')} text={text} stays onRemove={onRemove} onClose={onClose} />;
}

interface MemberDrawerProps {
  kind: Kind;
  project: ProjectDetails;
  members: readonly ProjectMember[];
  member: ProjectMember | undefined;
  onClose: () => void;
}

function MemberDrawer({ kind, project, members, member, onClose }: MemberDrawerProps) {
  const session = useSession();
  const { data: roles = [] } = useQuery(query(listProjectRoles, { params: { key: project.key } }));
  const getInput = ({ name, roles: chosen }: MemberDraft) => ({
    params: { key: project.key, kind, name: (member?.name ?? name ?? '').trim() },
    body: { roles: chosen ?? [] },
  });
  const question = (values: MemberDraft) => {
    const { params, body } = getInput(values);
    return findQuestion(makeLoss(session, roles, members, { kind, name: params.name, roles: body.roles }), project.name);
  };
  return (
    <RecordDrawer<typeof setProjectMember, MemberDraft>
      title={member?.name ?? t(kind === 'user' ? 'addMember' : 'addGroup')}
      onClose={onClose}
      question={question}
      submitLabel={t(member ? 'save' : 'add')}
      save={setProjectMember}
      before={{ name: member?.name ?? '', roles: member?.roles ?? [] }}
      input={getInput}
      stale={[listProjectMembers]}
      onSaved={({ name }) => {
        notify.good(t('wasSaved', { name }));
        onClose();
      }}
      fieldOf={(path) => path.split('.')[0] ?? ''}
    >
      {!member && (
        <Form.Item name="name" label={t(kind === 'user' ? 'userName' : 'groupName')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
          <NameField kind={kind} />
        </Form.Item>
      )}
      <Form.Item name="roles" label={t('roles')} extra={t('rolesHint')} rules={rulesFor(MemberInput, 'roles')}>
        <Select mode="multiple" options={roles.map((role) => ({ value: role.name, label: role.name, title: aboutRole(role) }))} />
      </Form.Item>
    </RecordDrawer>
  );
}

interface NameFieldProps extends FieldAria {
  kind: Kind;
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
}

/** Administrators find the name on the server; only they may see everybody. Others type it. */
function NameField({ kind, id, value = '', onChange, ...aria }: NameFieldProps) {
  const { administrator } = useSession();
  if (!administrator)
    return <Input {...aria} {...(id ? { id } : {})} value={value} onChange={(event) => onChange?.(event.target.value)} autoComplete="off" spellCheck={false} />;
  return (
    <SearchBox
      {...aria}
      id={id}
      free
      labelled
      label={t(kind === 'user' ? 'userName' : 'groupName')}
      icon="search"
      value={value}
      useChoices={kind === 'user' ? useUserChoices : useGroupChoices}
      onPick={(name) => onChange?.(name)}
    />
  );
}
