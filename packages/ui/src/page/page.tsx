import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { Icon } from '../control/icon.tsx';
import { words } from '../ui-words.ts';
import { formatNumber } from '../values/values.tsx';
import './page.css';

let tools: ComponentType | undefined;

/** Gives every page's header something at its end; for the shell. */
export function setPageTools(component: ComponentType | undefined): void {
  tools = component;
}

export interface Crumb {
  label: string;
  to?: string;
}

interface PageHeaderProps {
  title: string;
  /** Drawing before the title: a FormatIcon, an avatar. */
  icon?: ReactNode;
  /** How many there are. */
  count?: number | undefined;
  breadcrumb?: readonly Crumb[];
  /** This decides: coordinates with a copy button, tags. */
  subtitle?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
}

/** Shows what this page is, and what can be done with all of it. */
export function PageHeader({ title, icon, count, breadcrumb = [], subtitle, actions }: PageHeaderProps) {
  const Tools = tools;
  return (
    <header className="ph-page-header">
      {breadcrumb.length > 0 && (
        <nav aria-label={words().breadcrumb} className="ph-breadcrumb">
          <ol>
            {breadcrumb.map(({ label, to }) => (
              <li key={`${to ?? ''} ${label}`}>
                {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
                <Icon name="chevron-right" size={12} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="ph-page-title">
        {icon}
        <h1>
          {title}
          {count !== undefined && <span className="ph-count">{formatNumber(count)}</span>}
        </h1>
        {(actions || Tools) && (
          <div className="ph-page-actions">
            {Tools && <Tools />}
            {actions}
          </div>
        )}
      </div>
      {subtitle && <div className="ph-page-subtitle">{subtitle}</div>}
    </header>
  );
}

/** The browser's title while a page is up, from the moment on that the page is drawn. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

interface PageProps extends PageHeaderProps {
  children: ReactNode;
  /** Title of the browser's tab; the page's own unless said. */
  documentTitle?: string;
  /** Facts beside the content. */
  aside?: ReactNode;
  /** One readable column, for forms and prose. */
  narrow?: boolean;
}

/** A page: header, content, and facts on the right where there is room. */
export function Page({ children, documentTitle, aside, narrow = false, ...header }: PageProps) {
  usePageTitle(documentTitle ?? header.title);
  return (
    <div className={narrow ? 'ph-page ph-page-narrow' : 'ph-page'}>
      <PageHeader {...header} />
      {aside ? (
        <div className="ph-page-split">
          <div className="ph-page-main">{children}</div>
          <aside className="ph-page-aside">{aside}</aside>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** A group of content with its own heading; `lead` says in a sentence what it is. */
export function Section({ title, lead, actions, children }: { title?: ReactNode; lead?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="ph-section">
      {(title || lead || actions) && (
        <header>
          {(title || lead) && (
            <div className="ph-section-head">
              {title && <h2>{title}</h2>}
              {lead && <p className="ph-muted">{lead}</p>}
            </div>
          )}
          {actions && <div className="ph-page-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** Pairs of name and value; what is undefined is left out. */
export function Facts({ title, items }: { title?: string; items: readonly (readonly [label: string, value: ReactNode] | undefined)[] }) {
  return (
    <section className="ph-facts" aria-label={title ?? words().facts}>
      {title && <h2>{title}</h2>}
      <dl>
        {items.map(
          (item) =>
            item && (
              <div key={item[0]}>
                <dt>{item[0]}</dt>
                <dd>{item[1] ?? <span className="ph-muted">{words().noValue}</span>}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An address with its parts spelled as they stand where the reader is: `:` and `%3A` mean the same, and comparing them has to find that. */
function respell(to: string, pathname: string): string {
  const here = pathname.split('/');
  return to
    .split('/')
    .map((part, at) => (here[at] !== undefined && decode(part) === decode(here[at]) ? here[at] : part))
    .join('/');
}

/** Tabs that are routes, so that each has its address. */
export function RouteTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: ReactNode; count?: number | undefined; end?: boolean }[] }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // Where the tabs do not fit, the current one is brought into sight.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!pathname || !list.current || !current) return;
    const [outer, inner] = [list.current.getBoundingClientRect(), current.getBoundingClientRect()];
    list.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [pathname]);
  return (
    <nav ref={list} aria-label={label} className="ph-tabs">
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={respell(tab.to, pathname)} end={tab.end ?? false} className="ph-tab">
          {tab.label}
          {tab.count !== undefined && <span className="ph-count">{formatNumber(tab.count)}</span>}
        </NavLink>
      ))}
    </nav>
  );
}

/** Filters that are set, each removable. */
export function FilterChips({ chips }: { chips: readonly { key: string; label: string; onRemove: () => void }[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className="ph-chips">
      {chips.map(({ key, label, onRemove }) => (
        <li key={key}>
          <button type="button" className="ph-chip" aria-label={words().removeFilter(label)} onClick={onRemove}>
            {label}
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
