import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeleteProject } from './delete-project.tsx';
import { ProjectsTabs } from './global-frame.tsx';
import { newProjectPath, projectPath } from './projects-screens.ts';
import { t } from './projects-words.ts';
import '../listing/listing.css';

type Row = RouteReply<typeof listProjects>[number];

function columns(): Column<Row>[] {
  return [
    {
      id: 'name',
      title: t('projectName'),
      card: 'title',
      width: '30%',
      render: ({ key, name }) => (
        <Link to={projectPath(key)} className="ph-main-link">
          {name}
        </Link>
      ),
    },
    { id: 'key', title: t('key'), card: 'fact', width: '20%', render: ({ key }) => <span className="ph-mono">{key}</span> },
    { id: 'description', title: t('description'), card: 'fact', render: ({ description }) => description || <span className="ph-muted">–</span> },
  ];
}

const createButton = (refusal: string | undefined) =>
  refusal === undefined ? (
    <LinkButton to={newProjectPath} kind="primary" icon="plus">
      {t('newProject')}
    </LinkButton>
  ) : (
    <Button kind="primary" icon="plus" refusal={refusal}>
      {t('newProject')}
    </Button>
  );

/** Every project. */
export function ProjectListPage() {
  const filters = useFilters('search');
  const words = filters.values.search.trim().toLowerCase();
  const fits = (one: Row) => `${one.key} ${one.name} ${one.description}`.toLowerCase().includes(words);
  const list = useList(listProjects, {}, { rows: (all) => all.filter(fits), live: ['access.project.'] });
  const [removing, setRemoving] = useState<Row>();
  const create = createButton(useRefusal(createProject));
  const rowActions = (project: Row): MenuEntry[] => [
    { label: t('open'), icon: 'folder-open', to: projectPath(project.key), keys: 'e' },
    { label: t('members'), icon: 'users', to: projectPath(project.key, 'members') },
    { label: t('repositories'), icon: 'package', to: projectPath(project.key, 'repositories') },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(project) },
  ];
  return (
    <ListPage
      id="projects"
      title={t('projects')}
      count={list.answer?.length}
      actions={create}
      above={<ProjectsTabs />}
      list={list}
      columns={columns()}
      rowKey={({ key }) => key}
      href={({ key }) => projectPath(key)}
      rowActions={rowActions}
      filters={filters}
      search={t('searchProjects')}
      noneFits={{ title: t('noneFits'), clear: t('clearSearch') }}
      none={
        <EmptyState icon="folder" title={t('noneYet')} action={create}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {removing && <DeleteProject project={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
