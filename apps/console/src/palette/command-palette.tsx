import { query } from '@packhouse/console-kit/calls.ts';
import { labelText } from '@packhouse/console-kit/i18n.ts';
import { isVisible } from '@packhouse/console-kit/menu-visibility.ts';
import { type Session, useSession } from '@packhouse/console-kit/session.ts';
import { listUsers } from '@packhouse/contract/access-user-routes.ts';
import { listPackages } from '@packhouse/contract/package-routes.ts';
import { repositoryData } from '@packhouse/contract/shell-routes.ts';
import { FormatIcon, Icon, type IconName, useTheme } from '@packhouse/ui/core.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { t as say } from '../navigation/messages.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { quickEntries } from '../navigation/quick-menu.ts';
import { allNavItems } from '../navigation/shell-nav.ts';
import { t } from '../words.ts';
import { rank } from './rank.ts';
import './command-palette.css';

interface Choice {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  run: () => void;
}

const line = (name: IconName) => <Icon name={name} size={18} />;

function screenChoices(session: Session, go: (path: string) => void): Choice[] {
  return allNavItems()
    .filter((item) => isVisible(item.requires, session))
    .map((item) => ({
      id: `screen ${item.id}`,
      group: t('screens'),
      label: labelText(item.label),
      hint: item.group ? labelText(item.group) : '',
      icon: line(item.icon),
      run: () => go(item.path),
    }));
}

function useActionChoices(session: Session, go: (path: string) => void): Choice[] {
  const { theme, choose } = useTheme();
  const made = quickEntries(session, () => {}).flatMap((entry): Choice[] => {
    if (!('label' in entry) || entry.to === undefined) return [];
    const { label, to, icon = 'plus' } = entry;
    return [{ id: `action ${label} ${to}`, group: t('actions'), label, icon: line(icon), run: () => go(to) }];
  });
  const other = theme === 'dark' ? 'light' : 'dark';
  const themeChoice = {
    id: 'theme',
    group: t('actions'),
    label: `${t('theme')}: ${t(other)}`,
    icon: line(other === 'dark' ? 'moon' : 'sun'),
    run: () => choose(other),
  };
  return [...made, themeChoice];
}

function useUserChoices(text: string, isAdministrator: boolean, go: (path: string) => void): Choice[] {
  const users = useQuery({
    ...query(listUsers, { query: { search: text, limit: 5 } }),
    enabled: isAdministrator && text.length > 1,
    placeholderData: keepPreviousData as never,
  });
  if (!isAdministrator || text.length < 2) return [];
  return (users.data?.items ?? []).map(({ name, email }) => ({
    id: `user ${name}`,
    group: say('users'),
    label: name,
    hint: email,
    icon: line('user'),
    run: () => go(`/admin/management/users/${encodeURIComponent(name)}/edit`),
  }));
}

function useContentChoices(text: string, go: (path: string) => void): { choices: Choice[]; busy: boolean } {
  const repositories = useQuery(query(repositoryData, {}));
  const packages = useQuery({
    ...query(listPackages, { query: { name: `*${text}*`, limit: 8 } }),
    enabled: text.length > 1,
    placeholderData: keepPreviousData as never,
  });
  const found = rank(repositories.data ?? [], text, ({ key }) => key).slice(0, text ? 8 : 5);
  return {
    busy: packages.isFetching,
    choices: [
      ...found.map(
        ({ key, format, class: kind }): Choice => ({
          id: `repository ${key}`,
          group: t('repositories'),
          label: key,
          hint: kind,
          icon: <FormatIcon format={format} size={20} />,
          run: () => go(`/repos/tree/${encodeURIComponent(key)}`),
        }),
      ),
      ...(text.length > 1 ? (packages.data?.packages ?? []) : []).map(
        ({ id, name, packageType, latestVersion }): Choice => ({
          id: `package ${id}`,
          group: t('packages'),
          label: name,
          hint: latestVersion ?? '',
          icon: <FormatIcon format={packageType} size={20} />,
          run: () => go(`/packages/${encodeURIComponent(id)}`),
        }),
      ),
    ],
  };
}

/** Words that settle before they are sent. */
function useSettled(text: string, delay = 150): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
}

/** Everywhere one can go and what one can do, by a few letters. */
export function CommandPalette() {
  const session = useSession();
  const navigate = useNavigate();
  const { setPaletteOpen } = useNavigation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => setPaletteOpen(false);
  const go = (path: string) => void navigate(path);
  const settled = useSettled(text.trim());
  const content = useContentChoices(settled, go);
  const users = useUserChoices(settled, session.administrator, go);
  const own = rank([...screenChoices(session, go), ...useActionChoices(session, go)], text, ({ label, hint }) => `${label} ${hint ?? ''}`);
  const choices = [...own.slice(0, text ? 8 : 12), ...content.choices, ...users];
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    return () => before?.focus();
  }, []);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: choices.length - 1 };
    const next = steps[event.key];
    if (next !== undefined && choices.length > 0 && !(text && (event.key === 'Home' || event.key === 'End'))) {
      event.preventDefault();
      setAt((next + choices.length) % choices.length);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const choice = choices[current];
      if (!choice) return;
      close();
      choice.run();
    }
  };
  return createPortal(
    <div className="shell-palette-scrim">
      <button type="button" tabIndex={-1} aria-label={t('toClose')} className="ph-scrim-close" onClick={close} />
      <div role="dialog" aria-modal="true" aria-label={t('palette')} className="shell-palette">
        <div className="shell-palette-field">
          <Icon name="search" size={18} />
          <input
            ref={(element) => element?.focus()}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={choices[current] ? `${id}-${current}` : undefined}
            aria-label={t('paletteHint')}
            placeholder={t('search')}
            value={text}
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          {content.busy && <span className="ph-spinner" role="status" aria-label={t('searching')} />}
        </div>
        <div ref={list} id={id} role="listbox" aria-label={t('palette')} className="shell-palette-list" tabIndex={-1}>
          {choices.map((choice, index) => (
            <PaletteLine
              key={choice.id}
              id={`${id}-${index}`}
              choice={choice}
              index={index}
              current={index === current}
              heading={choice.group !== choices[index - 1]?.group}
              onPoint={() => setAt(index)}
              onRun={() => {
                close();
                choice.run();
              }}
            />
          ))}
        </div>
        {choices.length === 0 && <p className="shell-palette-empty">{t('nothingFound', { text })}</p>}
        <footer className="shell-palette-foot" aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('toMove')}
          </span>
          <span>
            <kbd>Enter</kbd> {t('toOpen')}
          </span>
          <span>
            <kbd>Esc</kbd> {t('toClose')}
          </span>
        </footer>
      </div>
    </div>,
    document.body,
  );
}

interface PaletteLineProps {
  id: string;
  choice: Choice;
  index: number;
  current: boolean;
  heading: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function PaletteLine({ id, choice, index, current, heading, onPoint, onRun }: PaletteLineProps) {
  return (
    <>
      {heading && (
        <div className="ph-menu-heading" role="presentation">
          {choice.group}
        </div>
      )}
      <button
        type="button"
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={current}
        data-at={index}
        className="shell-palette-line"
        onPointerMove={onPoint}
        onClick={onRun}
      >
        {choice.icon}
        <span className="shell-palette-label">{choice.label}</span>
        {choice.hint && <span className="ph-muted">{choice.hint}</span>}
      </button>
    </>
  );
}
