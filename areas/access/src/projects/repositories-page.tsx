import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { ListTable, useList } from '@packhouse/console-kit/lists.ts';
import {
  listProjectEnvironments,
  listProjectRepositories,
  type ProjectRepository,
  removeProjectRepository,
  setProjectRepository,
} from '@packhouse/contract/access/access-environment-routes.ts';
import type { ProjectDetails } from '@packhouse/contract/access/access-project-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { Button, EmptyState, FormatIcon, Menu, type MenuEntry, notify, Tag } from '@packhouse/ui/core.ts';
import { type FieldAria, Form, Select } from '@packhouse/ui/form/form.ts';
import { type Choice, SearchBox } from '@packhouse/ui/form/search-box.tsx';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { t } from './projects-words.ts';
import { RemoveOne } from './remove-one.tsx';
import { ShareDrawer } from './share-drawer.tsx';

interface PlaceDraft {
  repository: string;
  environments: string[];
}

/** The repositories of a project with their environments. */
export function RepositoriesPage() {
  const found = useProject('repositories');
  return 'without' in found ? found.without : <Repositories {...found} />;
}

/** With whom a repository of the project is shared, or who shares it with the project. */
function SharedTags({ repository: { projectKey, sharing }, own }: { repository: ProjectRepository; own: string }) {
  const { withAll, projects, readOnly } = sharing;
  const tags =
    projectKey === own ? (withAll ? [t('sharedWithAll')] : projects) : [projectKey === undefined ? t('sharedByNone') : t('sharedBy', { project: projectKey })];
  if (tags.length === 0) return <span className="ph-muted">{t('isNotShared')}</span>;
  return (
    <span className="project-tags">
      {[...tags, ...(readOnly ? [t('sharedReadOnly')] : [])].map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </span>
  );
}

const columns = (own: string): Column<ProjectRepository>[] => [
  {
    id: 'key',
    title: t('repository'),
    card: 'title',
    width: '40%',
    render: ({ key, format }) => (
      <span className="access-name">
        <FormatIcon format={format} />
        <b>{key}</b>
      </span>
    ),
  },
  { id: 'class', title: t('class'), card: 'fact', width: '120px', render: (repository) => t(repository.class) },
  {
    id: 'environments',
    title: t('environments'),
    card: 'fact',
    render: ({ environments }) => (
      <span className="project-tags">
        {environments.length > 0 ? environments.map((name) => <Tag key={name}>{name}</Tag>) : <span className="ph-muted">{t('countsAsDev')}</span>}
      </span>
    ),
  },
  { id: 'sharing', title: t('sharing'), card: 'fact', render: (repository) => <SharedTags repository={repository} own={own} /> },
];

function Repositories({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const [editing, setEditing] = useState<ProjectRepository | 'new'>();
  const [sharing, setSharing] = useState<ProjectRepository>();
  const [removing, setRemoving] = useState<ProjectRepository>();
  const params = { key: project.key };
  const list = useList(listProjectRepositories, { params }, { rows: (all) => all, live: ['repository.', 'access.environment.'] });
  const add = (
    <Button kind="primary" icon="plus" refusal={project.may.resources ? undefined : t('onlyResourceKeepers')} onClick={() => setEditing('new')}>
      {t('addRepository')}
    </Button>
  );
  const actions = (
    <>
      {!isAdministration && project.may.resources && <CreateMenu />}
      {add}
    </>
  );
  // What others share is theirs to change.
  const rowActions = (repository: ProjectRepository): MenuEntry[] =>
    repository.projectKey !== project.key
      ? []
      : [
          { label: t('changeEnvironments'), icon: 'edit', keys: 'e', onSelect: () => setEditing(repository) },
          { label: t('share'), icon: 'link', keys: 's', onSelect: () => setSharing(repository) },
          { line: true },
          { label: t('takeOut'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(repository) },
        ];
  const remove = async ({ key }: ProjectRepository) => {
    await call(removeProjectRepository, { params: { ...params, repository: key } });
    await refresh(listProjectRepositories, listRepositories);
  };
  return (
    <ProjectFrame project={project} isAdministration={isAdministration} tab="repositories" count={list.rows?.length} actions={actions}>
      <ListTable
        list={list}
        id="project-repositories"
        label={t('repositories')}
        columns={columns(project.key)}
        rowKey={({ key }) => key}
        {...(project.may.resources ? { rowActions } : {})}
        none={
          <EmptyState icon="package" title={t('noRepositories')} action={add}>
            {t('noRepositoriesHelp')}
          </EmptyState>
        }
      />
      {editing && <PlaceDrawer projectKey={project.key} repository={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {sharing && <ShareDrawer projectKey={project.key} repository={sharing} onClose={() => setSharing(undefined)} />}
      {removing && (
        <RemoveOne
          name={removing.key}
          action={t('takeOut')}
          text={t('takeRepositoryOutText')}
          stays
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ProjectFrame>
  );
}

const createPath = (repositoryClass: string) => `/project/repositories/new/${repositoryClass}`;

/** Leads to the forms for new repositories of the chosen project. */
function CreateMenu() {
  const entries: MenuEntry[] = (['local', 'remote', 'virtual'] as const).map((one) => ({ label: t(one), to: createPath(one) }));
  return (
    <Menu label={t('createRepository')} entries={entries} align="end">
      {(trigger) => <Button {...trigger}>{t('createRepository')}</Button>}
    </Menu>
  );
}

/** Repositories that fit, of whatever project. */
function useAnyRepository(search: string, open: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...query(listRepositories, { query: { limit: 30, projectKey: '', ...(search ? { search } : {}) } }), enabled: open });
  return data?.items.map((one) => ({ value: one.key, hint: [one.format, one.projectKey].filter(Boolean).join(' · ') }));
}

function PlaceDrawer({ projectKey, repository, onClose }: { projectKey: string; repository: ProjectRepository | undefined; onClose: () => void }) {
  const { data: environments = [] } = useQuery(query(listProjectEnvironments, { params: { key: projectKey } }));
  const getInput = (values: PlaceDraft) => ({
    params: { key: projectKey, repository: repository?.key ?? (values.repository || '') },
    body: { environments: values.environments ?? [] },
  });
  return (
    <RecordDrawer<typeof setProjectRepository, PlaceDraft>
      title={repository?.key ?? t('addRepository')}
      onClose={onClose}
      submitLabel={t(repository ? 'save' : 'add')}
      save={setProjectRepository}
      before={{ repository: repository?.key ?? '', environments: repository?.environments ?? ['DEV'] }}
      input={getInput}
      stale={[listProjectRepositories, listRepositories]}
      onSaved={({ key }) => {
        notify.good(t('wasSaved', { name: key }));
        onClose();
      }}
      fieldOf={(path) => path.split('.')[0] ?? ''}
    >
      {!repository && (
        <Form.Item name="repository" label={t('repository')} rules={[{ required: true, message: t('repositoryNeeded') }]}>
          <RepositoryField />
        </Form.Item>
      )}
      <Form.Item name="environments" label={t('environments')} extra={t('repositoryEnvironmentsHint')}>
        <Select mode="multiple" options={environments.map(({ name }) => ({ value: name, label: name }))} />
      </Form.Item>
    </RecordDrawer>
  );
}

function RepositoryField({ id, value = '', onChange, ...aria }: FieldAria & { id?: string; value?: string; onChange?: (key: string) => void }) {
  return (
    <SearchBox
      {...aria}
      id={id}
      free
      labelled
      label={t('repository')}
      icon="search"
      value={value}
      useChoices={useAnyRepository}
      onPick={(key) => onChange?.(key)}
    />
  );
}
