import { isVisible, type Requirement } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { t } from '../console-words.ts';
import { paths } from '../navigation/landing.ts';
import { t as say } from '../navigation/navigation-words.ts';
import { askQuickSetup, openCreateRepository } from '../onboarding/onboarding-state.ts';

type Entry = MenuEntry & { requires?: Requirement };

/** Lists what the quick menu offers: starting and making things for administrators, setting up and the way out for everybody else. */
export function quickEntries(session: Session, switchInterface: () => void): MenuEntry[] {
  const interfaceEntry: Entry = {
    label: session.interface === 'classic' ? t('unified') : t('classic'),
    icon: 'monitor',
    onSelect: switchInterface,
    requires: { feature: 'navigationSwitch' },
  };
  const setMeUp: Entry = { label: t('setMeUp'), icon: 'bolt', to: '/set-me-up' };
  const cloudEntry: Entry = { label: say('cloudSubscription'), icon: 'globe', to: paths.cloud, requires: { cloudOnly: true } };
  const forAdministrators: Entry[] = [
    { label: t('gettingStarted'), icon: 'play', onSelect: askQuickSetup },
    { label: t('quickRepositories'), icon: 'wand', onSelect: openCreateRepository },
    setMeUp,
    { line: true },
    { heading: t('create') },
    { label: t('newLocal'), icon: 'repository', to: '/admin/repositories/local/new' },
    { label: t('newRemote'), icon: 'globe', to: '/admin/repositories/remote/new' },
    { label: t('newVirtual'), icon: 'network', to: '/admin/repositories/virtual/new' },
    { label: t('newUser'), icon: 'user', to: '/admin/management/users/new' },
    { label: t('newGroup'), icon: 'group', to: '/admin/management/groups/new' },
    { label: t('newPermission'), icon: 'shield', to: '/admin/management/permissions/create' },
    cloudEntry,
  ];
  const forOthers: Entry[] = [
    setMeUp,
    interfaceEntry,
    cloudEntry,
    ...(session.kind === 'user' ? [{ label: t('logOut'), icon: 'logout' as const, to: '/logout' }] : []),
  ];
  return (session.administrator ? forAdministrators : forOthers).filter(({ requires }) => isVisible(requires, session));
}
