import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './float.css';

interface TooltipProps {
  text: string;
  /** Keys that do the same, drawn as keys. */
  keys?: string | undefined;
  /** One element that can be pointed at or focused. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

interface Place {
  left: number;
  top: number;
  below: boolean;
}

function placeBeside(target: Element): Place {
  const box = target.getBoundingClientRect();
  const below = box.top < 56;
  const half = 130;
  const left = Math.min(Math.max(box.left + box.width / 2, Math.min(half, window.innerWidth / 2)), window.innerWidth - Math.min(half, window.innerWidth / 2));
  return { left, top: below ? box.bottom + 6 : box.top - 6, below };
}

/** Words on hover and keyboard focus; Escape takes them away. They only repeat or explain, never carry what is nowhere else. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  const [place, setPlace] = useState<Place>();
  const holder = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const show = (delay: number) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => element.firstElementChild && setPlace(placeBeside(element.firstElementChild)), delay);
    };
    const hide = () => {
      window.clearTimeout(timer.current);
      setPlace(undefined);
    };
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && show(350);
    const focus = (event: FocusEvent) => (event.target as Element).matches(':focus-visible') && show(0);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listeners: [string, (event: never) => void][] = [
      ['pointerover', over],
      ['pointerout', hide],
      ['focusin', focus],
      ['focusout', hide],
      ['click', hide],
      ['keydown', key],
    ];
    for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener);
    window.addEventListener('scroll', hide, true);
    return () => {
      window.clearTimeout(timer.current);
      for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);
  return (
    <span ref={holder} className="ph-tooltip-holder">
      {place ? cloneElement(children, { 'aria-describedby': id }) : children}
      {place &&
        createPortal(
          <div role="tooltip" id={id} className={place.below ? 'ph-tooltip ph-tooltip-below' : 'ph-tooltip'} style={{ left: place.left, top: place.top }}>
            {text}
            {keys && <kbd>{keys}</kbd>}
          </div>,
          document.body,
        )}
    </span>
  );
}
