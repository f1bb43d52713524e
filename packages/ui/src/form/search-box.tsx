import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../control/icon.tsx';
import { words } from '../ui-words.ts';
import type { FieldAria } from './field-aria.ts';
import { useSettled } from './use-settled.ts';
import './search-box.css';

/** One thing that can be chosen. */
export interface Choice {
  value: string;
  hint?: string;
}

/** A hook that finds what fits some words; undefined while it is not known. It is asked only while the list is open. */
export type FindChoices = (search: string, open: boolean) => readonly Choice[] | undefined;

interface SearchBoxProps extends FieldAria {
  /** Accessible name; also shown in the empty field unless there is a placeholder. */
  label: string;
  placeholder?: string;
  icon?: IconName;
  id?: string | undefined;
  /** A label that can be seen stands with the field already. */
  labelled?: boolean;
  useChoices: FindChoices;
  /** These are chosen already and not offered again. */
  without?: readonly string[];
  onPick: (value: string) => void;
  /** This stands in the field when it is a single choice. */
  value?: string;
  /** A single choice that may be typed to the end: what is not in the list stays, and the server says whether it exists. */
  free?: boolean;
}

/** A field that finds things on the server while one types, for lists of any length. Arrows, Enter, Escape. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder = label, icon = 'plus', id: given, labelled = false, useChoices, without = [], onPick, value = '', free = false } = props;
  const made = useId();
  const id = given ?? made;
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const search = useSettled(text === value ? '' : text.trim());
  const choices = useChoices(search, open)?.filter((choice) => !without.includes(choice.value));
  useEffect(() => setText(value), [value]);
  const active = choices?.[Math.min(at, choices.length - 1)];
  const pick = (choice: Choice | undefined) => {
    if (!choice) return;
    onPick(choice.value);
    setText(props.value === undefined ? '' : choice.value);
    setOpen(false);
    setAt(0);
  };
  const leave = () => {
    setOpen(false);
    const typed = text.trim();
    const meant = choices?.find((choice) => choice.value === typed);
    if (meant && typed !== value) return pick(meant);
    if (free && typed !== value) return onPick(typed);
    // What nobody can choose is not left standing as if it were chosen; what was typed to add something stays.
    if (props.value !== undefined) setText(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = (choices?.length ?? 1) - 1;
    const acts: Record<string, () => void> = {
      ArrowDown: () => (open ? setAt(at >= last ? 0 : at + 1) : setOpen(true)),
      ArrowUp: () => (open ? setAt(at <= 0 ? last : at - 1) : setOpen(true)),
      Enter: () => (open ? pick(active) : setOpen(true)),
    };
    if (open) acts.Escape = () => setOpen(false);
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <span className="ph-search-box">
      <Icon name={icon} />
      <input
        id={id}
        role="combobox"
        aria-label={labelled ? undefined : label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active ? `${id}-${active.value}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="ph-input"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        onBlur={leave}
      />
      {open && <Choices id={id} label={label} choices={choices} active={active} onPick={pick} />}
    </span>
  );
}

interface ChoicesProps {
  id: string;
  label: string;
  choices: readonly Choice[] | undefined;
  active: Choice | undefined;
  onPick: (choice: Choice) => void;
}

function Choices({ id, label, choices, active, onPick }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-busy={choices === undefined || undefined}
      tabIndex={-1}
      className="ph-search-choices"
    >
      {choices?.length === 0 && <p className="ph-muted">{words().nothingFits}</p>}
      {choices === undefined && <p className="ph-muted">{words().looking}</p>}
      {choices?.map((choice) => (
        <button
          key={choice.value}
          id={`${id}-${choice.value}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={choice === active}
          // The field keeps the focus, or its list would close before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(choice)}
        >
          <span>{choice.value}</span>
          {choice.hint && <span className="ph-muted">{choice.hint}</span>}
        </button>
      ))}
    </div>
  );
}
