import type { NavItem, Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { Icon, Tooltip } from '@packhouse/ui/core.ts';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../console-words.ts';
import { type Group, grouped, isCurrent, useFolds } from './rail-groups.ts';

interface RailLinkProps {
  item: NavItem;
  current: boolean;
  compact?: boolean;
  /** Shown below the name. */
  hint?: string | undefined;
  onGo: () => void;
}

export function RailLink({ item, current, compact = false, hint, onGo }: RailLinkProps) {
  const label = labelText(item.label);
  const link = (
    <Link to={item.path} className="shell-rail-link" aria-current={current ? 'page' : undefined} aria-label={compact ? label : undefined} onClick={onGo}>
      <Icon name={item.icon} size={18} />
      {!compact && (
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      )}
    </Link>
  );
  return compact ? <Tooltip text={label}>{link}</Tooltip> : link;
}

interface RailGroupProps {
  group: Group;
  open: boolean;
  current: NavItem | undefined;
  onFold: (open: boolean) => void;
  onGo: () => void;
}

function RailGroup({ group, open, current, onFold, onGo }: RailGroupProps) {
  const id = useId();
  const holdsCurrent = current !== undefined && group.items.includes(current);
  return (
    <div className="shell-rail-group">
      <h2>
        <button
          type="button"
          className="shell-rail-fold"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          data-current={(holdsCurrent && !open) || undefined}
          onClick={() => onFold(!open)}
        >
          <span>{group.title}</span>
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
        </button>
      </h2>
      {open && (
        <div id={id} className="shell-rail-lines">
          {group.items.map((item) => (
            <RailLink key={item.id} item={item} current={item === current} onGo={onGo} />
          ))}
        </div>
      )}
    </div>
  );
}

interface RailLinesProps {
  sidebar: Sidebar;
  items: readonly NavItem[];
  compact: boolean;
  onGo: () => void;
}

/** The lines of a sidebar, in groups that fold. */
export function RailLines({ sidebar, items, compact, onGo }: RailLinesProps) {
  const { pathname } = useLocation();
  const { name } = useSession();
  const { isOpen, setOpen } = useFolds(name ?? '', sidebar);
  const current = items.filter((item) => isCurrent(item, pathname)).sort((one, other) => other.path.length - one.path.length)[0];
  const lines = useRef<HTMLElement>(null);
  // Where one is must be seen, whenever the lines or the page change.
  const shown = `${items.length} ${current?.id}`;
  useEffect(() => {
    // Browsers answer a promise here, which an effect must not return.
    if (shown) void lines.current?.querySelector('[aria-current], [data-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  return (
    <nav ref={lines} className="shell-rail-nav" aria-label={t('mainNavigation')}>
      {grouped(items).map((group) =>
        group.title === undefined || compact ? (
          <div key={group.id} className="shell-rail-group">
            {group.items.map((item) => (
              <RailLink key={item.id} item={item} current={item === current} compact={compact} onGo={onGo} />
            ))}
          </div>
        ) : (
          <RailGroup key={group.id} group={group} open={isOpen(group, current)} current={current} onFold={(open) => setOpen(group, open)} onGo={onGo} />
        ),
      )}
    </nav>
  );
}
