import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import type { Package } from '@packhouse/contract/repositories/package-graphql.ts';
import { FormatIcon, formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { t } from './package-list-words.ts';
import { packagePath, versionPath } from './package-path.ts';

export type View = 'rows' | 'cards';

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.pkg-item-name')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Packages as rows or cards; the arrow keys go through the names. */
export function PackageItems({ packages, view, busy }: { packages: readonly Package[]; view: View; busy: boolean }) {
  return (
    <ul className={`pkg-items pkg-items-${view}`} aria-busy={busy} onKeyDown={moveFocus}>
      {packages.map((item) => (
        <PackageItem key={item.id} item={item} />
      ))}
    </ul>
  );
}

function PackageItem({ item }: { item: Package }) {
  return (
    <li className="pkg-item">
      <FormatIcon format={item.packageType} size={28} label={getFormatTitle(item.packageType)} />
      <div className="pkg-item-main">
        <Link to={packagePath(item.id)} className="pkg-item-name">
          {item.name}
        </Link>
        {item.description && <p className="pkg-item-text">{item.description}</p>}
      </div>
      <span className="pkg-item-licences">
        {item.licenses.slice(0, 2).map((licence) => (
          <Tag key={licence}>{licence}</Tag>
        ))}
      </span>
      <span className="pkg-item-version">
        {item.latestVersion && (
          <Link to={versionPath(item.id, item.latestVersion)} className="ph-mono" aria-label={`${item.name} ${item.latestVersion}`}>
            {item.latestVersion}
          </Link>
        )}
      </span>
      <span className="pkg-item-count">{t('versionsCount', { count: item.versionsCount })}</span>
      <span className="pkg-item-count" title={formatNumber(item.stats.downloads)}>
        {t('downloadsCount', { count: item.stats.downloads })}
      </span>
      <span className="pkg-item-time">
        <RelativeTime at={item.modified} />
      </span>
    </li>
  );
}
