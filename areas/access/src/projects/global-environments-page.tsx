import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { createEnvironment, deleteEnvironment, type Environment, renameEnvironment } from '@packhouse/contract/access/access-environment-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { EnvironmentDrawer, staleEnvironments } from './environment-drawer.tsx';
import { GlobalFrame } from './global-frame.tsx';
import { NamedList } from './named-list.tsx';
import { t } from './projects-words.ts';

const columns = (): Column<Environment>[] => [{ id: 'name', title: t('environment'), card: 'title', render: ({ name }) => <b>{name}</b> }];

/** The environments that repositories of every project can be in. */
export function GlobalEnvironmentsPage() {
  const list = useList(listEnvironments, {}, { rows: (all) => all.filter(({ project }) => project === undefined), live: ['access.environment.'] });
  const remove = async ({ name }: Environment) => {
    await call(deleteEnvironment, { params: { name } });
    await refresh(...staleEnvironments);
  };
  return (
    <NamedList
      id="global-environments"
      label={t('globalEnvironments')}
      columns={columns()}
      list={list}
      isOwn={() => true}
      refusal={useRefusal(createEnvironment)}
      wording={{ add: t('newEnvironment'), change: t('rename'), remove: t('removeEnvironment'), removeText: t('removeEnvironmentText') }}
      drawer={(environment, onClose) => {
        const drawer = { environment, onClose };
        if (!environment) return <EnvironmentDrawer {...drawer} save={createEnvironment} input={(body) => ({ body })} />;
        return <EnvironmentDrawer {...drawer} save={renameEnvironment} input={(body) => ({ params: { name: environment.name }, body })} />;
      }}
      remove={remove}
      frame={(table, add) => (
        <GlobalFrame title={t('globalEnvironments')} actions={add}>
          {table}
        </GlobalFrame>
      )}
    />
  );
}
