import { useSession } from '@packhouse/console-kit/session/session.ts';
import { IconButton, notify } from '@packhouse/ui/core.ts';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation as useRouterNavigation } from 'react-router';
import { allNavItems } from '../areas/shell-nav.ts';
import { t } from '../console-words.ts';
import { judge } from '../navigation/guard.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { CommandPalette } from '../palette/command-palette.tsx';
import { rememberPath } from '../sign-in/redirect-memory.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { WhyLayer } from '../why/why-layer.tsx';
import { HelpDialogs } from './help-dialogs.tsx';
import { LicenceBanner } from './licence-banner.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { WatchNotices } from './watch-notices.tsx';
import './frame.css';

// Not needed for the first paint.
const OnboardingLayer = lazy(async () => ({ default: (await import('../onboarding/onboarding-layer.tsx')).OnboardingLayer }));

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function useShortcuts(): void {
  const { setPaletteOpen, setHelpOpen, toggleCollapsed } = useNavigation();
  // The keys work as soon as the frame can be seen.
  useLayoutEffect(() => {
    const openPalette = () => setPaletteOpen(true);
    const plain: Record<string, () => void> = {
      '/': () => document.getElementById('global-search')?.focus(),
      '?': () => setHelpOpen('keyboard'),
      '[': toggleCollapsed,
    };
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      const isFree = !isTyping(event.target) && document.querySelector('[aria-modal="true"]') === null;
      // On some keyboards '[' is typed with AltGr, which browsers report as Ctrl and Alt.
      const isPlain = !event.metaKey && event.ctrlKey === event.altKey;
      const act = event.key.toLowerCase() === 'k' && isCommand ? openPalette : isPlain && isFree ? plain[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [setPaletteOpen, setHelpOpen, toggleCollapsed]);
}

/** Sends somebody away who may not be here, and tells them where the specification says so. */
function Refused({ to, told, path }: { to: string; told: boolean; path: string }) {
  useEffect(() => {
    if (told) notify.warning(t('notAuthorized'));
    if (to.startsWith('/login')) rememberPath(path);
  }, [told, to, path]);
  return <Navigate to={to} replace />;
}

function Drawer() {
  const { drawerOpen, setDrawerOpen } = useNavigation();
  const { pathname } = useLocation();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pathname) setDrawerOpen(false);
  }, [pathname, setDrawerOpen]);
  useEffect(() => {
    if (!drawerOpen) return;
    const before = document.activeElement as HTMLElement | null;
    holder.current?.querySelector<HTMLElement>('a, button')?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setDrawerOpen(false);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      before?.focus();
    };
  }, [drawerOpen, setDrawerOpen]);
  if (!drawerOpen) return null;
  return (
    <div className="shell-drawer" ref={holder}>
      <button type="button" className="shell-drawer-ground" aria-label={t('closeMenu')} onClick={() => setDrawerOpen(false)} />
      <div className="shell-drawer-panel">
        <IconButton icon="close" label={t('closeMenu')} className="shell-drawer-close" onClick={() => setDrawerOpen(false)} />
        <Rail onGo={() => setDrawerOpen(false)} />
      </div>
    </div>
  );
}

/** Shows what administrators have to say on every page. */
function FooterMessage() {
  const message = useStartUp((state) => state.footerMessage);
  return message ? <footer className="shell-foot">{message}</footer> : null;
}

/** Shows what stands around every page of a signed-in person or visitor. */
export function Frame() {
  const session = useSession();
  const location = useLocation();
  const { collapsed, drawerOpen, paletteOpen } = useNavigation();
  const navigation = useRouterNavigation();
  useShortcuts();
  const verdict = judge(location.pathname, session, allNavItems());
  if (!verdict.enter) {
    const { to, told, withQuery } = verdict;
    const path = location.pathname + location.search;
    // Of its own for each address: who comes to the next one before the last has led them away is led away from that, too.
    return <Refused key={path} to={withQuery ? to + location.search : to} told={told} path={path} />;
  }
  return (
    <div className={collapsed ? 'shell-frame shell-frame-collapsed' : 'shell-frame'}>
      <a href="#content" className="shell-skip">
        {t('skipToContent')}
      </a>
      <div className="shell-rail-place">
        <Rail compact={collapsed} />
      </div>
      <div className="shell-column" inert={drawerOpen}>
        <TopBar />
        <OfflineBanner />
        <LicenceBanner />
        <main id="content" tabIndex={-1} className="shell-content">
          {navigation.state === 'loading' && <div className="shell-progress" role="progressbar" aria-label={t('searching')} />}
          <Outlet />
        </main>
        <FooterMessage />
      </div>
      <Drawer />
      {paletteOpen && <CommandPalette />}
      <HelpDialogs />
      <WatchNotices />
      <WhyLayer />
      <Suspense fallback={null}>
        <OnboardingLayer />
      </Suspense>
      <ScrollRestoration />
    </div>
  );
}
