import type { NavItem, Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { Icon, IconButton, type IconName, Tooltip } from '@packhouse/ui/core.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { navItems, sidebarAt, sidebarsFor } from '../areas/shell-nav.ts';
import { t } from '../console-words.ts';
import { administrationPath, landingPath } from '../navigation/landing.ts';
import { Logo } from '../navigation/logo.tsx';
import { noteAddress, useNavigation } from '../navigation/navigation-state.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { ProjectSwitcher } from './project-switcher.tsx';

const icons: Record<Sidebar, IconName> = { application: 'package', administration: 'settings', project: 'folder' };

function sidebarLabel(sidebar: Sidebar): string {
  return { application: t('application'), administration: t('administration'), project: t('projectSettings') }[sidebar];
}

interface Group {
  title: string | undefined;
  items: NavItem[];
}

function grouped(items: readonly NavItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const title = item.group && labelText(item.group);
    const group = groups.find((one) => one.title === title);
    if (group) group.items.push(item);
    else groups.push({ title, items: [item] });
  }
  return groups;
}

function isCurrent({ path, alsoAt = [] }: NavItem, at: string): boolean {
  return [path, ...alsoAt].some((beginning) => at === beginning || at.startsWith(`${beginning}/`));
}

function RailLink({ item, current, compact, onGo }: { item: NavItem; current: boolean; compact: boolean; onGo: () => void }) {
  const label = labelText(item.label);
  const link = (
    <Link to={item.path} className="shell-rail-link" aria-current={current ? 'page' : undefined} aria-label={compact ? label : undefined} onClick={onGo}>
      <Icon name={item.icon} size={18} />
      {!compact && <span>{label}</span>}
    </Link>
  );
  return compact ? <Tooltip text={label}>{link}</Tooltip> : link;
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
  const best = items.filter((item) => isCurrent(item, pathname)).sort((one, other) => other.path.length - one.path.length)[0];
  const lines = useRef<HTMLElement>(null);
  // Administration has more lines than fit: where one is must be seen, whenever the lines or the page change.
  const shown = `${items.length} ${best?.id}`;
  useEffect(() => {
    // Browsers answer a promise here, which an effect must not return.
    if (shown) void lines.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
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
      <nav ref={lines} className="shell-rail-nav" aria-label={t('mainNavigation')}>
        {grouped(items).map((group) => (
          <div key={group.title ?? ''} className="shell-rail-group">
            {group.title && !compact && <h2>{group.title}</h2>}
            {group.items.map((item) => (
              <RailLink key={item.id} item={item} current={item === best} compact={compact} onGo={onGo} />
            ))}
          </div>
        ))}
      </nav>
      <div className="shell-rail-foot">
        {!compact && <span className="ph-muted">{buildLine}</span>}
        <IconButton icon="rail" size="small" label={compact ? t('expand') : t('collapse')} className="shell-rail-toggle" onClick={toggleCollapsed} />
      </div>
    </aside>
  );
}
