import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Icon, IconButton, Menu, type MenuEntry } from '@packhouse/ui/core.ts';
import { t } from '../navigation/navigation-words.ts';
import { chooseProject } from '../navigation/project-choice.ts';
import { useStartUp } from '../start-up/start-up.ts';

/** Chooses the project that the console is about; there is nothing to choose where nobody has made one. */
export function ProjectSwitcher({ compact = false }: { compact?: boolean }) {
  const { projectKey } = useSession();
  const projects = useStartUp((state) => state.projects);
  if (projects.length === 0) return null;
  const chosen = projects.find(({ key }) => key === projectKey);
  const name = chosen?.name ?? t('allProjects');
  const entries: MenuEntry[] = [
    { label: t('allProjects'), checked: !chosen, onSelect: () => chooseProject(undefined, projects) },
    { line: true },
    ...projects.map((project) => ({
      label: project.name,
      hint: project.key,
      checked: project.key === projectKey,
      onSelect: () => chooseProject(project.key, projects),
    })),
  ];
  const label = `${t('project')}: ${name}`;
  return (
    <div className="shell-project">
      <Menu label={t('chooseProject')} entries={entries}>
        {(trigger) =>
          compact ? (
            <IconButton icon="folder" label={label} {...trigger} />
          ) : (
            <button type="button" className="shell-project-button" aria-label={label} {...trigger}>
              <Icon name="folder" />
              <span>{name}</span>
              <Icon name="chevron-down" />
            </button>
          )
        }
      </Menu>
    </div>
  );
}
