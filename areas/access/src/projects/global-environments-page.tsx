import { call, curlOf, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import {
  createEnvironment,
  deleteEnvironment,
  type Environment,
  EnvironmentInput,
  listProjectEnvironments,
  renameEnvironment,
} from '@packhouse/contract/access-environment-routes.ts';
import { listRoles } from '@packhouse/contract/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell-routes.ts';
import { Button, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/data.ts';
import { Form, FormDrawer, Input, rulesFor } from '@packhouse/ui/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withFields } from '../forms/form-refusal.ts';
import { Listed } from '../listing/listed.tsx';
import { GlobalFrame } from './global-frame.tsx';
import { t } from './messages.ts';
import { RemoveOne } from './remove-one.tsx';

const columns = (): Column<Environment>[] => [{ id: 'name', title: t('environment'), card: 'title', render: ({ name }) => <b>{name}</b> }];
const stale = [listEnvironments, listProjectEnvironments, listRoles] as const;

/** The environments that repositories of every project can be in. */
export function GlobalEnvironmentsPage() {
  const [editing, setEditing] = useState<Environment | 'new'>();
  const [removing, setRemoving] = useState<Environment>();
  const refusal = useRefusal(createEnvironment);
  const result = useQuery(query(listEnvironments, {}));
  useLive(['access.environment.'], listEnvironments);
  const rows = result.data?.filter(({ project }) => project === undefined);
  const rowActions = (environment: Environment): MenuEntry[] => [
    { label: t('rename'), icon: 'edit', keys: 'e', refusal, onSelect: () => setEditing(environment) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal, onSelect: () => setRemoving(environment) },
  ];
  const remove = async ({ name }: Environment) => {
    await call(deleteEnvironment, { params: { name } });
    await refresh(...stale);
  };
  const add = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setEditing('new')}>
      {t('newEnvironment')}
    </Button>
  );
  return (
    <GlobalFrame title={t('globalEnvironments')} actions={add}>
      <Listed result={result} known={rows !== undefined}>
        <DataTable
          id="global-environments"
          label={t('globalEnvironments')}
          columns={columns()}
          rows={rows}
          rowKey={({ name }) => name}
          rowActions={rowActions}
          empty={null}
        />
      </Listed>
      {editing && <NameDrawer environment={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <RemoveOne
          name={removing.name}
          action={t('removeEnvironment')}
          text={t('removeEnvironmentText')}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </GlobalFrame>
  );
}

function NameDrawer({ environment, onClose }: { environment: Environment | undefined; onClose: () => void }) {
  const submit = async (body: { name: string }) => {
    const work = environment ? call(renameEnvironment, { params: { name: environment.name }, body }) : call(createEnvironment, { body });
    const saved = await withFields(work, (path) => path);
    await refresh(...stale);
    notify.good(t('wasSaved', { name: saved.name }));
    onClose();
  };
  return (
    <FormDrawer<{ name: string }>
      title={environment ? t('rename') : t('newEnvironment')}
      onClose={onClose}
      initialValues={{ name: environment?.name ?? '' }}
      onSubmit={submit}
      submitLabel={t(environment ? 'save' : 'create')}
      curl={(body) => (environment ? curlOf(renameEnvironment, { params: { name: environment.name }, body }) : curlOf(createEnvironment, { body }))}
    >
      <Form.Item name="name" label={t('environmentName')} rules={rulesFor(EnvironmentInput, 'name')}>
        <Input className="ph-mono" autoComplete="off" spellCheck={false} autoFocus />
      </Form.Item>
    </FormDrawer>
  );
}
