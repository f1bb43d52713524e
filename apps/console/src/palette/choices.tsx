import { type Session, useSession } from '@packhouse/console-kit/session/session.ts';
import { type Language, labelText, languages, showLanguage, useLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { Icon, type IconName, useTheme } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { navItems } from '../areas/shell-nav.ts';
import { t } from '../console-words.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { t as say } from '../navigation/navigation-words.ts';
import { chooseProject } from '../navigation/project-choice.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { quickEntries } from './quick-menu.ts';
import { recentPlaces } from './recent.ts';

/** One line of the palette: it leads somewhere or does something. */
export interface Choice {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  path?: string;
  run?: () => void;
}

export const line = (name: IconName) => <Icon name={name} size={18} />;

/** Every page that somebody may open on this installation: the daily ones first, those of a project where one is chosen. */
function screenChoices(session: Session): Choice[] {
  const sidebars = (['application', 'project', 'administration'] as const).filter((name) => name !== 'project' || session.projectKey !== undefined);
  return sidebars
    .flatMap((sidebar) => navItems(sidebar, session))
    .map((item) => ({
      id: `screen ${item.id}`,
      group: t('screens'),
      label: labelText(item.label),
      hint: item.group ? labelText(item.group) : '',
      icon: line(item.icon),
      path: item.path,
    }));
}

function appearanceChoices({ theme, choose, language }: { theme: string; choose: (theme: 'light' | 'dark') => void; language: Language }): Choice[] {
  const other = theme === 'dark' ? 'light' : 'dark';
  const others = (Object.keys(languages) as Language[]).filter((one) => one !== language);
  return [
    {
      id: 'theme',
      group: t('actions'),
      label: `${t('theme')}: ${t(other)}`,
      icon: line(other === 'dark' ? 'moon' : 'sun'),
      run: () => choose(other),
    },
    ...others.map((one) => ({
      id: `language ${one}`,
      group: t('actions'),
      label: `${t('language')}: ${languages[one]}`,
      icon: line('globe'),
      run: () => void showLanguage(one),
    })),
  ];
}

function useProjectChoices(session: Session): Choice[] {
  const projects = useStartUp((state) => state.projects);
  const choice = (id: string, label: string, key: string | undefined) => ({
    id,
    group: say('project'),
    label,
    ...(key === undefined ? {} : { hint: key }),
    icon: line('folder'),
    run: () => chooseProject(key, projects),
  });
  return [
    ...projects.filter(({ key }) => key !== session.projectKey).map(({ key, name }) => choice(`project ${key}`, name, key)),
    ...(session.projectKey === undefined ? [] : [choice('projects', say('allProjects'), undefined)]),
  ];
}

/** Lists what can be done from anywhere. */
function useActionChoices(session: Session): Choice[] {
  const { theme, choose } = useTheme();
  const language = useLanguage();
  const { setHelpOpen } = useNavigation();
  const made = quickEntries(session, () => {}).flatMap((entry): Choice[] => {
    if (!('label' in entry) || entry.to === undefined || entry.to === '/logout') return [];
    const { label, to, icon = 'plus' } = entry;
    return [{ id: `action ${label} ${to}`, group: t('actions'), label, icon: line(icon), path: to }];
  });
  const ofUsers: Choice[] = [
    { id: 'token', group: t('actions'), label: say('newToken'), icon: line('key'), path: '/access/tokens?create=1' },
    { id: 'logout', group: t('actions'), label: t('logOut'), icon: line('logout'), path: '/logout' },
  ];
  return [
    ...made,
    { id: 'curl', group: t('actions'), label: say('copyAsCurl'), icon: line('terminal'), run: () => setHelpOpen('curl') },
    ...appearanceChoices({ theme, choose, language }),
    { id: 'keyboard', group: t('actions'), label: t('keyboard'), icon: line('command'), run: () => setHelpOpen('keyboard') },
    ...(session.kind === 'user' ? ofUsers : []),
  ];
}

/** Lists what the palette knows without asking anybody. */
export function useOwnChoices(): Choice[] {
  const session = useSession();
  return [...screenChoices(session), ...useActionChoices(session), ...useProjectChoices(session)];
}

/** Where the user went last, as far as it is still there for them. */
export function recentChoices(session: Session, own: readonly Choice[]): Choice[] {
  return recentPlaces(session.name).flatMap((place) => {
    const known = own.find(({ id }) => id === place.id);
    // A page that is no longer theirs to open is no longer offered; what lies behind it is judged by the server.
    if (place.id.startsWith('screen ') && !known) return [];
    return [{ ...place, group: say('recent'), icon: known?.icon ?? line('clock') }];
  });
}
