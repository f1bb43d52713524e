import { call, curlOf, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import {
  createProjectEnvironment,
  deleteProjectEnvironment,
  type Environment,
  EnvironmentInput,
  listProjectEnvironments,
  renameProjectEnvironment,
} from '@packhouse/contract/access-environment-routes.ts';
import { listProjectRoles, type ProjectDetails } from '@packhouse/contract/access-project-routes.ts';
import { Button, type MenuEntry, notify, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/data.ts';
import { Form, FormDrawer, Input, rulesFor } from '@packhouse/ui/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withFields } from '../forms/form-refusal.ts';
import { Listed } from '../listing/listed.tsx';
import { t } from './messages.ts';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { RemoveOne } from './remove-one.tsx';

/** The environments that repositories of a project can be in. */
export function EnvironmentsPage() {
  const found = useProject('environments');
  return 'without' in found ? found.without : <Environments {...found} />;
}

const columns = (): Column<Environment>[] => [
  { id: 'name', title: t('environment'), card: 'title', width: '50%', render: ({ name }) => <b>{name}</b> },
  { id: 'of', title: t('belongsTo'), card: 'fact', render: ({ project }) => (project ? <Tag accent>{t('thisProject')}</Tag> : t('everyProject')) },
];

function Environments({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const [editing, setEditing] = useState<Environment | 'new'>();
  const [removing, setRemoving] = useState<Environment>();
  const params = { key: project.key };
  const result = useQuery(query(listProjectEnvironments, { params }));
  useLive(['access.environment.'], listProjectEnvironments);
  const add = (
    <Button kind="primary" icon="plus" refusal={project.may.resources ? undefined : t('onlyResourceKeepers')} onClick={() => setEditing('new')}>
      {t('newEnvironment')}
    </Button>
  );
  const rowActions = (environment: Environment): MenuEntry[] =>
    environment.project !== undefined && project.may.resources
      ? [
          { label: t('rename'), icon: 'edit', keys: 'e', onSelect: () => setEditing(environment) },
          { line: true },
          { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(environment) },
        ]
      : [];
  const remove = async ({ name }: Environment) => {
    await call(deleteProjectEnvironment, { params: { ...params, name } });
    await refresh(listProjectEnvironments, listProjectRoles);
  };
  return (
    <ProjectFrame project={project} isAdministration={isAdministration} tab="environments" count={result.data?.length} actions={add}>
      <Listed result={result} known={result.data !== undefined}>
        <DataTable
          id="project-environments"
          label={t('environments')}
          columns={columns()}
          rows={result.data}
          rowKey={({ name }) => name}
          rowActions={rowActions}
          empty={null}
        />
      </Listed>
      {editing && <NameDrawer projectKey={project.key} environment={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <RemoveOne
          name={removing.name}
          action={t('removeEnvironment')}
          text={t('removeEnvironmentText')}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ProjectFrame>
  );
}

function NameDrawer({ projectKey, environment, onClose }: { projectKey: string; environment: Environment | undefined; onClose: () => void }) {
  const params = { key: projectKey };
  const submit = async ({ name }: { name: string }) => {
    const work = environment
      ? call(renameProjectEnvironment, { params: { ...params, name: environment.name }, body: { name } })
      : call(createProjectEnvironment, { params, body: { name } });
    const saved = await withFields(work, (path) => path);
    await refresh(listProjectEnvironments, listProjectRoles);
    notify.good(t('wasSaved', { name: saved.name }));
    onClose();
  };
  return (
    <FormDrawer<{ name: string }>
      title={environment ? t('rename') : t('newEnvironment')}
      onClose={onClose}
      initialValues={{ name: environment?.name ?? `${projectKey}-` }}
      onSubmit={submit}
      submitLabel={t(environment ? 'save' : 'create')}
      curl={({ name }) => curlOf(createProjectEnvironment, { params, body: { name } })}
    >
      <Form.Item name="name" label={t('environmentName')} extra={t('environmentHint', { prefix: `${projectKey}-` })} rules={rulesFor(EnvironmentInput, 'name')}>
        <Input className="ph-mono" autoComplete="off" spellCheck={false} autoFocus />
      </Form.Item>
    </FormDrawer>
  );
}
