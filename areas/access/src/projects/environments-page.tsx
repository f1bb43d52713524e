import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import {
  createProjectEnvironment,
  deleteProjectEnvironment,
  type Environment,
  listProjectEnvironments,
  renameProjectEnvironment,
} from '@packhouse/contract/access/access-environment-routes.ts';
import type { ProjectDetails } from '@packhouse/contract/access/access-project-routes.ts';
import { Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { EnvironmentDrawer, staleEnvironments } from './environment-drawer.tsx';
import { NamedList } from './named-list.tsx';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { t } from './projects-words.ts';

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
  const params = { key: project.key };
  const list = useList(listProjectEnvironments, { params }, { rows: (all) => all, live: ['access.environment.'] });
  const remove = async ({ name }: Environment) => {
    await call(deleteProjectEnvironment, { params: { ...params, name } });
    await refresh(...staleEnvironments);
  };
  return (
    <NamedList
      id="project-environments"
      label={t('environments')}
      columns={columns()}
      list={list}
      isOwn={(environment) => environment.project !== undefined && project.may.resources}
      refusal={project.may.resources ? undefined : t('onlyResourceKeepers')}
      wording={{ add: t('newEnvironment'), change: t('rename'), remove: t('removeEnvironment'), removeText: t('removeEnvironmentText') }}
      drawer={(environment, onClose) => {
        const drawer = { environment, prefix: `${project.key}-`, onClose };
        if (!environment) return <EnvironmentDrawer {...drawer} save={createProjectEnvironment} input={(body) => ({ params, body })} />;
        const { name } = environment;
        return <EnvironmentDrawer {...drawer} save={renameProjectEnvironment} input={(body) => ({ params: { ...params, name }, body })} />;
      }}
      remove={remove}
      frame={(table, add) => (
        <ProjectFrame project={project} isAdministration={isAdministration} tab="environments" count={list.rows?.length} actions={add}>
          {table}
        </ProjectFrame>
      )}
    />
  );
}
