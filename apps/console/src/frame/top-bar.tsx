import { useLiveState } from '@packhouse/console-kit/calls/live-events.ts';
import { isVisible } from '@packhouse/console-kit/session/menu-visibility.ts';
import { setSession, useSession } from '@packhouse/console-kit/session/session.ts';
import { type Language, languages, showLanguage, useLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { Icon, IconButton, Menu, type MenuEntry, Tooltip, useTheme } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { t } from '../console-words.ts';
import { rememberInterface } from '../navigation/interface-choice.ts';
import { paths } from '../navigation/landing.ts';
import { Logo } from '../navigation/logo.tsx';
import { useNavigation } from '../navigation/navigation-state.ts';
import { t as say } from '../navigation/navigation-words.ts';
import { getRole } from '../navigation/role.ts';
import { helpEntries } from '../onboarding/menu-entries.ts';
import { quickEntries } from '../palette/quick-menu.ts';
import { GlobalSearch } from '../search/global-search.tsx';

const shortcut = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K';

function LiveIndicator() {
  const state = useLiveState();
  const text = { live: t('live'), connecting: t('connecting'), off: t('notLive') }[state];
  return (
    <Tooltip text={text}>
      <span className={`shell-live shell-live-${state}`} role="status" aria-label={text}>
        <span aria-hidden />
      </span>
    </Tooltip>
  );
}

function QuickMenu() {
  const session = useSession();
  const switchInterface = () => {
    const next = session.interface === 'classic' ? 'unified' : 'classic';
    rememberInterface(next);
    setSession({ interface: next });
  };
  const entries = quickEntries(session, switchInterface);
  if (entries.length === 0) return null;
  return (
    <Menu label={t('quickMenu')} entries={entries} align="end">
      {(trigger) => <IconButton icon="bolt" label={t('quickMenu')} data-walk="quick" {...trigger} />}
    </Menu>
  );
}

function HelpMenu() {
  const { setHelpOpen } = useNavigation();
  const session = useSession();
  const links: MenuEntry[] = [
    { label: say('documentation'), icon: 'file', to: paths.documentation },
    { label: say('support'), icon: 'help', to: paths.support },
    { line: true },
  ];
  const entries: MenuEntry[] = [
    ...(isVisible({ helpLink: true }, session) ? links : []),
    { label: say('copyAsCurl'), icon: 'terminal', onSelect: () => setHelpOpen('curl') },
    ...helpEntries(session),
    { label: t('keyboard'), icon: 'command', keys: '?', onSelect: () => setHelpOpen('keyboard') },
    { label: t('about'), icon: 'info', onSelect: () => setHelpOpen('about') },
  ];
  return (
    <Menu label={t('help')} entries={entries} align="end">
      {(trigger) => <IconButton icon="help" label={t('help')} data-walk="help" {...trigger} />}
    </Menu>
  );
}

function UserMenu() {
  const { kind, name, email, profileUpdatable } = useSession();
  const role = getRole(useSession());
  const { choice, choose } = useTheme();
  const current = useLanguage();
  const isUser = kind === 'user';
  const entries: MenuEntry[] = [
    ...(isUser && profileUpdatable ? [{ label: t('editProfile'), icon: 'user' as const, to: paths.profile }] : []),
    { heading: t('theme') },
    { label: t('system'), checked: choice === 'system', onSelect: () => choose('system') },
    { label: t('light'), checked: choice === 'light', onSelect: () => choose('light') },
    { label: t('dark'), checked: choice === 'dark', onSelect: () => choose('dark') },
    { heading: t('language') },
    ...(Object.keys(languages) as Language[]).map((language) => ({
      label: languages[language],
      checked: language === current,
      onSelect: () => void showLanguage(language),
    })),
    { line: true },
    isUser ? { label: t('logOut'), icon: 'logout', to: '/logout' } : { label: t('signIn'), icon: 'user', to: paths.login },
  ];
  const top = (
    <div className="shell-user-card">
      <strong>{isUser ? name : t('visitor')}</strong>
      {isUser && email && <span>{email}</span>}
      {isUser && <span>{say(role)}</span>}
    </div>
  );
  return (
    <Menu label={t('account')} entries={entries} align="end" top={top}>
      {(trigger) => (
        <button type="button" className="shell-avatar" aria-label={isUser ? t('signedInAs', { name }) : t('account')} {...trigger}>
          {isUser ? <span data-initials={name.slice(0, 2).toUpperCase()} /> : <Icon name="user" />}
        </button>
      )}
    </Menu>
  );
}

/** Search, shortcuts and who is there, above every page. */
export function TopBar() {
  const { setDrawerOpen, setPaletteOpen } = useNavigation();
  return (
    <header className="shell-bar">
      <IconButton icon="menu" label={t('openMenu')} className="shell-bar-menu" onClick={() => setDrawerOpen(true)} />
      <Link to="/home" className="shell-bar-logo" aria-label="Packhouse">
        <Logo compact />
      </Link>
      <GlobalSearch />
      <div className="shell-bar-end">
        <IconButton icon="command" label={`${t('palette')} (${shortcut})`} className="search-palette" onClick={() => setPaletteOpen(true)} />
        <LiveIndicator />
        <QuickMenu />
        <HelpMenu />
        <UserMenu />
      </div>
    </header>
  );
}
