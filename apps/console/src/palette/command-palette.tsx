import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Icon } from '@packhouse/ui/core.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { t } from '../console-words.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { t as say } from '../navigation/navigation-words.ts';
import { type Choice, recentChoices, useOwnChoices } from './choices.tsx';
import { useFound } from './found.tsx';
import { rankGroups } from './rank.ts';
import { rememberPlace } from './recent.ts';
import './command-palette.css';

/** Words that settle before they are sent. */
function useSettled(text: string, delay = 120): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
}

/** Lists what is offered for what is typed, best groups first; without anything typed, where the user went last and where they can go. */
function useChoices(text: string): { choices: Choice[]; busy: boolean; failed: boolean } {
  const session = useSession();
  const own = useOwnChoices();
  const typed = text.trim();
  const settled = useSettled(typed);
  const found = useFound(settled);
  const getText = ({ label, hint }: Choice) => `${label} ${hint ?? ''}`;
  if (typed === '') return { ...found, choices: [...recentChoices(session, own), ...rankGroups([...own, ...found.choices], '', { textOf: getText, most: 6 })] };
  // What the server found for these words stays even where the words are not in its name.
  const named = (choice: Choice) => (found.choices.includes(choice) && settled === typed ? `${choice.label} ${typed}` : getText(choice));
  const choices = rankGroups([...own, ...found.choices], typed, { textOf: named, most: 6 });
  return { ...found, choices, busy: found.busy || settled !== typed };
}

/** Everywhere one can go and what one can do, by a few letters. */
export function CommandPalette() {
  const { name } = useSession();
  const navigate = useNavigate();
  const { setPaletteOpen } = useNavigation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { choices, busy, failed } = useChoices(text);
  const current = Math.min(at, choices.length - 1);
  const close = () => setPaletteOpen(false);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    close();
    choice.run?.();
    if (choice.path === undefined) return;
    if (choice.path !== '/logout') rememberPlace(name, { ...choice, path: choice.path });
    void navigate(choice.path);
  };
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
      run(choices[current]);
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
          {busy && <span className="ph-spinner" role="status" aria-label={t('searching')} />}
        </div>
        <div ref={list} id={id} role="listbox" aria-label={t('palette')} aria-busy={busy} className="shell-palette-list" tabIndex={-1}>
          {choices.map((choice, index) => (
            <PaletteLine
              key={`${choice.group} ${choice.id}`}
              id={`${id}-${index}`}
              choice={choice}
              index={index}
              current={index === current}
              heading={choice.group !== choices[index - 1]?.group}
              onPoint={() => setAt(index)}
              onRun={() => run(choice)}
            />
          ))}
        </div>
        {choices.length === 0 && <p className="shell-palette-empty">{busy ? t('searching') : t('nothingFound', { text })}</p>}
        {failed && (
          <p className="shell-palette-empty" role="status">
            {say('notAllFound')}
          </p>
        )}
        <PaletteKeys />
      </div>
    </div>,
    document.body,
  );
}

function PaletteKeys() {
  return (
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
