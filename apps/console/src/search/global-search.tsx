import { useSession } from '@packhouse/console-kit/session/session.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { packageSearchTypes } from '@packhouse/contract/repositories/package-search.ts';
import { artifactSearchType, artifactSearchTypes } from '@packhouse/contract/repositories/search-query.ts';
import { Icon, IconButton, Menu, type MenuEntry } from '@packhouse/ui/core.ts';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from './global-search-words.ts';
import { forgetSearches } from './recent-searches.ts';
import { isScopeDisabled, isScopeVisible, scopeIcon, scopeIds } from './search-scopes.ts';
import { type Suggestion, useSuggestions } from './suggestions.tsx';
import { type SearchControl, useSearch } from './use-search.ts';
import './global-search.css';

function ScopeChoice({ control }: { control: SearchControl }) {
  const session = useSession();
  const entries: MenuEntry[] = scopeIds
    .filter((id) => isScopeVisible(id, session))
    .map((id) => ({
      label: t(id),
      icon: scopeIcon(id),
      checked: id === control.scope,
      refusal: isScopeDisabled(id, session) ? t('notInProject') : undefined,
      onSelect: () => control.chooseScope(id),
    }));
  return (
    <Menu label={t('searchIn')} entries={entries}>
      {(trigger) => (
        <button type="button" className="search-scope" aria-label={`${t('searchIn')}: ${t(control.scope)}`} {...trigger}>
          <Icon name={scopeIcon(control.scope)} size={16} />
          <span className="search-scope-name">{t(control.scope)}</span>
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    </Menu>
  );
}

/** The filter that a scope is mostly narrowed by: types of packages, or where artifacts are looked for. */
function FilterChoice({ control }: { control: SearchControl }) {
  const { scope, model } = control;
  if (scope !== 'packages' && scope !== 'artifacts') return null;
  const [label, entries]: [string, MenuEntry[]] =
    scope === 'packages'
      ? [
          t('packageType'),
          packageSearchTypes.map((type) => ({
            label: type === 'All' ? t('all') : getFormatTitle(type),
            checked: (model.filters.packageTypes?.[0] ?? 'All') === type,
            onSelect: () => control.choosePackageType(type),
          })),
        ]
      : [
          t('searchBy'),
          artifactSearchTypes.map((type) => ({
            label: t(type),
            checked: artifactSearchType(model.filters.searchType) === type,
            onSelect: () => control.chooseSearchType(type),
          })),
        ];
  const current = entries.find((entry) => 'checked' in entry && entry.checked);
  const text = current && 'label' in current ? current.label : getFormatTitle(model.filters.packageTypes?.[0] ?? '');
  return (
    <Menu label={label} entries={entries} align="end">
      {(trigger) => (
        <button type="button" className="search-filter" aria-label={`${label}: ${text}`} {...trigger}>
          {text}
          <Icon name="chevron-down" size={14} />
        </button>
      )}
    </Menu>
  );
}

interface ListProps {
  id: string;
  lines: readonly Suggestion[];
  current: number;
  onPoint: (index: number) => void;
  onChoose: (line: Suggestion) => void;
  children: ReactNode;
}

function SuggestionList({ id, lines, current, onPoint, onChoose, children }: ListProps) {
  return (
    <div className="search-list">
      <div id={id} role="listbox" aria-label={t('searchIn')} tabIndex={-1}>
        {lines.map((line, index) => (
          <div key={line.id} role="presentation">
            {line.group !== '' && line.group !== lines[index - 1]?.group && (
              <div className="ph-menu-heading" role="presentation">
                {line.group}
              </div>
            )}
            <button
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="search-line"
              onPointerMove={() => onPoint(index)}
              onClick={() => onChoose(line)}
            >
              {line.icon}
              <span className="search-line-label">{line.label}</span>
              {line.hint && <span className="ph-muted">{line.hint}</span>}
            </button>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

/** The search above every page: scope, words, filter, and below them what may be meant. */
export function GlobalSearch() {
  const control = useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const id = useId();
  const { lines, busy, failed } = useSuggestions(control, open);
  const current = Math.min(at, lines.length - 1);
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (line: Suggestion) => {
    close();
    if (line.to !== undefined) void navigate(line.to);
    else line.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      // Before the first line and after the last one stands what was typed.
      const next = current + (event.key === 'ArrowDown' ? 1 : -1);
      setAt(next >= lines.length ? -1 : next < -1 ? lines.length - 1 : next);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const line = open ? lines[current] : undefined;
      if (line) choose(line);
      else if (control.run()) close();
    }
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  const isEmpty = control.text === '';
  const showList = open && (lines.length > 0 || failed);
  return (
    <search className="search-bar" onBlur={onBlur}>
      <ScopeChoice control={control} />
      <input
        id="global-search"
        type="text"
        className="search-field"
        role="combobox"
        aria-expanded={showList}
        aria-controls={showList ? id : undefined}
        aria-activedescendant={showList && lines[current] ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        aria-label={t('searchFor', { scope: t(control.scope) })}
        aria-keyshortcuts="/"
        placeholder={control.disabled ? t('notInProject') : t('hint')}
        disabled={control.disabled}
        value={control.text}
        maxLength={1000}
        spellCheck={false}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          control.type(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
      />
      {busy && <span className="ph-spinner" role="status" aria-label={t('searching')} />}
      {!isEmpty && <IconButton icon="close" label={t('clear')} className="search-clear" onClick={control.clear} />}
      <FilterChoice control={control} />
      {showList && (
        <SuggestionList id={id} lines={lines} current={current} onPoint={setAt} onChoose={choose}>
          {failed && <p className="search-note">{t('failed')}</p>}
          {isEmpty && (
            <button
              type="button"
              className="search-forget"
              onClick={() => {
                forgetSearches(session.name);
                close();
              }}
            >
              {t('forget')}
            </button>
          )}
        </SuggestionList>
      )}
    </search>
  );
}
