import { query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry, Page, SearchField } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { useFilters } from '../listing/use-filters.ts';
import { DeleteProject } from './delete-project.tsx';
import { ProjectsTabs } from './global-frame.tsx';
import { newProjectPath, projectPath } from './project-paths.ts';
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
  const [{ search }, change] = useFilters('search');
  const [removing, setRemoving] = useState<Row>();
  const navigate = useNavigate();
  const refusal = useRefusal(createProject);
  const result = useQuery(query(listProjects, {}));
  useLive(['access.project.'], listProjects);
  const words = search.trim().toLowerCase();
  const rows = result.data?.filter((one) => `${one.key} ${one.name} ${one.description}`.toLowerCase().includes(words));
  const rowActions = (project: Row): MenuEntry[] => [
    { label: t('open'), icon: 'folder-open', to: projectPath(project.key), keys: 'e' },
    { label: t('members'), icon: 'users', to: projectPath(project.key, 'members') },
    { label: t('repositories'), icon: 'package', to: projectPath(project.key, 'repositories') },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(project) },
  ];
  const empty = words ? (
    <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={() => change({ search: '' })}>{t('clearSearch')}</Button>} />
  ) : (
    <EmptyState icon="folder" title={t('noneYet')} action={createButton(refusal)}>
      {t('noneYetHelp')}
    </EmptyState>
  );
  return (
    <Page title={t('projects')} count={result.data?.length} actions={createButton(refusal)}>
      <ProjectsTabs />
      <Listed result={result} known={rows !== undefined}>
        <DataTable
          id="projects"
          label={t('projects')}
          columns={columns()}
          rows={rows}
          rowKey={({ key }) => key}
          href={({ key }) => projectPath(key)}
          onEdit={({ key }) => void navigate(projectPath(key))}
          onDelete={setRemoving}
          rowActions={rowActions}
          toolbar={<SearchField label={t('searchProjects')} value={search} onChange={(text) => change({ search: text })} />}
          empty={empty}
        />
      </Listed>
      {removing && <DeleteProject project={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
