import type { Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Icon, IconButton, type IconName, Tooltip } from '@packhouse/ui/core.ts';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { navItems, sidebarAt, sidebarsFor } from '../areas/shell-nav.ts';
import { t } from '../console-words.ts';
import { administrationPath, landingPath } from '../navigation/landing.ts';
import { Logo } from '../navigation/logo.tsx';
import { noteAddress, useNavigation } from '../navigation/navigation-state.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { RailLines } from './rail-lines.tsx';
import { RailSearch } from './rail-search.tsx';

const icons: Record<Sidebar, IconName> = { application: 'package', administration: 'settings', project: 'folder' };

function sidebarLabel(sidebar: Sidebar): string {
  return { application: t('application'), administration: t('administration'), project: t('projectSettings') }[sidebar];
}

/** Where one can go: the switch between sidebars, and the lines of the current one. */
export function Rail({ compact = false, onGo = () => {} }: { compact?: boolean; onGo?: () => void }) {
  const session = useSession();
  const { pathname } = useLocation();
  const { toggleCollapsed } = useNavigation();
  const buildLine = useStartUp((state) => state.buildLine);
  const offered = sidebarsFor(session);
  const active = sidebarAt(pathname, offered);
  const items = navItems(active, session);
  useEffect(() => noteAddress(pathname, active), [pathname, active]);
  const target: Record<Sidebar, string> = {
    application: landingPath({ ...session, administrator: false }),
    administration: administrationPath(session.services, navItems('administration', session)),
    project: navItems('project', session)[0]?.path ?? '/home',
  };
  const [search, setSearch] = useState('');
  const searches = active === 'administration' && !compact;
  return (
    <aside className={compact ? 'shell-rail shell-rail-compact' : 'shell-rail'} aria-label={t('sidebars')}>
      <Link to="/home" className="shell-rail-home" aria-label="Packhouse" onClick={onGo}>
        <Logo compact={compact} />
      </Link>
      {offered.length > 1 && (
        <nav className="shell-switch" aria-label={t('chooseSidebar')}>
          {offered.map((sidebar) => {
            const link = (
              <Link key={sidebar} to={target[sidebar]} aria-current={sidebar === active || undefined} aria-label={compact ? sidebarLabel(sidebar) : undefined}>
                {compact ? <Icon name={icons[sidebar]} /> : sidebarLabel(sidebar)}
              </Link>
            );
            return compact ? (
              <Tooltip key={sidebar} text={sidebarLabel(sidebar)}>
                {link}
              </Tooltip>
            ) : (
              link
            );
          })}
        </nav>
      )}
      <ProjectSwitcher compact={compact} />
      {searches && <RailSearch search={search} onChange={setSearch} items={[...items, ...navItems('application', session)]} onGo={onGo} />}
      {(!searches || search.trim() === '') && <RailLines sidebar={active} items={items} compact={compact} onGo={onGo} />}
      <div className="shell-rail-foot">
        {!compact && <span className="ph-muted">{buildLine}</span>}
        <IconButton icon="rail" size="small" label={compact ? t('expand') : t('collapse')} className="shell-rail-toggle" onClick={toggleCollapsed} />
      </div>
    </aside>
  );
}
