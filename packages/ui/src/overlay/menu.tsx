import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { getExplanation } from '../control/explanation.ts';
import { Icon, type IconName } from '../control/icon.tsx';
import '../control/float.css';

/** One entry of a menu: a link, an action, a choice, a heading or a line between groups. */
export type MenuEntry =
  | { line: true }
  | { heading: string }
  | {
      label: string;
      hint?: string;
      icon?: IconName;
      /** Goes somewhere. */
      to?: string;
      onSelect?: () => void;
      /** One of several, chosen or not. */
      checked?: boolean;
      danger?: boolean;
      /** Why it cannot be chosen. */
      refusal?: string | undefined;
      keys?: string;
    };

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

interface MenuProps {
  entries: readonly MenuEntry[];
  /** Name of the menu for those who cannot see where it hangs. */
  label: string;
  /** Edge of the trigger that the menu is flush with. */
  align?: 'start' | 'end';
  /** Draws the button; all it is given must reach the button. */
  children: (trigger: TriggerProps) => ReactElement;
  /** Words above the entries. */
  top?: ReactNode;
}

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const items = [...list.querySelectorAll<HTMLElement>('.ph-menu-item')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 };
  const next = steps[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items[(next + items.length) % items.length]?.focus();
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    order.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

/** A menu that hangs from a button: arrows, Home, End, first letters, Escape. */
export function Menu({ entries, label, align = 'start', children, top }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = (restore: boolean) => {
    setOpen(false);
    if (restore) button.current?.focus();
  };
  useLayoutEffect(() => {
    if (!open || !list.current || !button.current) return;
    const box = button.current.getBoundingClientRect();
    const { style, offsetWidth: width, offsetHeight: height } = list.current;
    const isFlushRight = (align === 'end') !== (document.documentElement.dir === 'rtl');
    const left = isFlushRight ? box.right - width : box.left;
    style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    style.top = `${box.bottom + 4 + height > window.innerHeight && box.top > height ? box.top - height - 4 : box.bottom + 4}px`;
    list.current.querySelector<HTMLElement>('.ph-menu-item')?.focus({ preventScroll: true });
  }, [open, align]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    const away = () => setOpen(false);
    document.addEventListener('pointerdown', outside);
    window.addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', outside);
      window.removeEventListener('resize', away);
    };
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') close(true);
    else if (list.current) moveFocus(list.current, event);
  };
  return (
    <>
      {children({ ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, 'aria-controls': open ? id : undefined, onClick: () => setOpen(!open) })}
      {open &&
        createPortal(
          <div ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} className="ph-menu" onKeyDown={onKeyDown}>
            {top}
            {entries.map((entry, index) => (
              <Entry key={'label' in entry ? `${entry.label} ${entry.to ?? ''}` : `group ${index}`} entry={entry} close={close} />
            ))}
          </div>,
          document.body,
        )}
    </>
  );
}

function Entry({ entry, close }: { entry: MenuEntry; close: (restore: boolean) => void }) {
  if ('line' in entry) return <hr className="ph-menu-line" style={{ border: 0 }} />;
  if ('heading' in entry)
    return (
      <div className="ph-menu-heading" role="presentation">
        {entry.heading}
      </div>
    );
  const { icon, refusal, checked, danger, to, keys } = entry;
  const hint = refusal ?? entry.hint;
  const content = (
    <>
      {checked === undefined ? icon && <Icon name={icon} /> : <Icon name="check" style={{ visibility: checked ? 'visible' : 'hidden' }} />}
      <span className="ph-menu-item-text">
        {entry.label}
        {hint && <span className="ph-menu-item-hint">{hint}</span>}
      </span>
      {keys && <kbd className="ph-menu-item-end">{keys}</kbd>}
    </>
  );
  const common = {
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    ...(checked === undefined ? {} : { 'aria-checked': checked }),
    tabIndex: -1,
    className: danger ? 'ph-menu-item ph-menu-item-danger' : 'ph-menu-item',
  };
  if (to !== undefined && refusal === undefined)
    return (
      <Link
        to={to}
        {...common}
        onClick={() => {
          entry.onSelect?.();
          close(false);
        }}
      >
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      {...common}
      aria-disabled={refusal !== undefined || undefined}
      onClick={() => {
        const act = refusal === undefined ? entry.onSelect : getExplanation(refusal);
        if (refusal !== undefined && !act) return;
        close(true);
        act?.();
      }}
    >
      {content}
    </button>
  );
}
