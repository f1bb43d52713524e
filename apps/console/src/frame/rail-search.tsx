import type { NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { SearchField } from '@packhouse/ui/core.ts';
import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../console-words.ts';
import { findLines } from './rail-groups.ts';
import { RailLink } from './rail-lines.tsx';

interface RailSearchProps {
  search: string;
  onChange: (search: string) => void;
  /** What is looked through: the lines of administration, and after them those of the other sidebars. */
  items: readonly NavItem[];
  onGo: () => void;
}

/** Finds a setting wherever one is in administration. While something is asked, what fits stands in place of the lines. */
export function RailSearch({ search, onChange, items, onGo }: RailSearchProps) {
  const holder = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const found = search.trim() ? findLines(items, search) : undefined;
  const arrive = () => {
    onChange('');
    onGo();
  };
  const onKey = (event: KeyboardEvent) => {
    const stops = [...(holder.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const [first] = found ?? [];
    if (step !== 0) stops[at + step]?.focus();
    else if (event.key === 'Enter' && at === 0 && first) {
      void navigate(first.path);
      arrive();
    } else if (event.key === 'Escape' && search) {
      onChange('');
      stops[0]?.focus();
      // The drawer around it stays.
      event.nativeEvent.stopImmediatePropagation();
    } else return;
    event.preventDefault();
  };
  return (
    <search ref={holder} className={found ? 'shell-rail-search shell-rail-searching' : 'shell-rail-search'} aria-label={t('findSetting')} onKeyDown={onKey}>
      <SearchField label={t('findSetting')} value={search} onChange={onChange} autoComplete="off" />
      {found && (
        <div className="shell-rail-found">
          {found.map((item) => (
            <RailLink
              key={item.id}
              item={item}
              current={false}
              hint={item.sidebar === 'administration' ? item.group && labelText(item.group) : t('application')}
              onGo={arrive}
            />
          ))}
          <p role="status">{found.length === 0 ? t('noSetting') : t('settingsFound', { count: found.length })}</p>
        </div>
      )}
    </search>
  );
}
