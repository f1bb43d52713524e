import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../control/button.tsx';
import { TextField } from '../control/field.tsx';
import { Why } from '../control/why.tsx';
import { words } from '../ui-words.ts';
import { notify } from './notifications.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** `drawer` comes in from the side, for forms beside what they are about. */
  shape?: 'dialog' | 'drawer';
  /** Pixels; the screen's width is the limit. */
  width?: number;
  /** Stays when the ground beside it is clicked. */
  sticky?: boolean;
}

const open: HTMLElement[] = [];

/** Everything under the topmost dialog is inert, so that focus and reading stay inside it. */
function setGround(): void {
  const root = document.getElementById('root');
  if (root) root.inert = open.length > 0;
  open.forEach((element, index) => {
    element.inert = index < open.length - 1;
  });
}

/** A dialog or drawer over the page: named, Escape closes, focus comes in and goes back. */
export function Dialog({ title, onClose, children, footer, shape = 'dialog', width = shape === 'drawer' ? 640 : 480, sticky = false }: DialogProps) {
  const holder = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return;
    const before = document.activeElement as HTMLElement | null;
    open.push(element);
    setGround();
    const first = element.querySelector<HTMLElement>(
      '[autofocus], .ph-dialog-body input:not([type=hidden]), .ph-dialog-body select, .ph-dialog-body textarea, .ph-dialog-footer button',
    );
    (first ?? element.querySelector<HTMLElement>('.ph-dialog'))?.focus();
    return () => {
      open.splice(open.indexOf(element), 1);
      setGround();
      before?.focus();
    };
  }, []);
  // With the dialog, not after it has been painted: whoever sees it may press a key at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && open.at(-1) === holder.current) onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return createPortal(
    <div ref={holder} className={`ph-scrim ph-scrim-${shape}`}>
      {!sticky && <button type="button" tabIndex={-1} aria-hidden className="ph-scrim-close" onClick={onClose} />}
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        className={`ph-dialog ph-dialog-${shape}`}
        style={{ '--width': `${width}px` } as React.CSSProperties}
      >
        <header className="ph-dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" size="small" label={words().close} onClick={onClose} />
        </header>
        <div className="ph-dialog-body">{children}</div>
        {footer && <footer className="ph-dialog-footer">{footer}</footer>}
      </div>
    </div>,
    document.body,
  );
}

interface ConfirmProps {
  title: string;
  /** Says what is lost and what refers to it, counts included. */
  children: ReactNode;
  /** Verb and object: 'Delete repository'. */
  action: string;
  /** Must be typed: only for what cannot be undone. */
  name?: string;
  onConfirm: () => unknown;
  onClose: () => void;
  loading?: boolean;
  /** The server said this when it refused. */
  failure?: string | undefined;
}

/** Asks before something is lost. */
export function ConfirmDelete({ title, children, action, name, onConfirm, onClose, loading = false, failure }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const ready = name === undefined || typed === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !loading) onConfirm();
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="danger" loading={loading} disabled={!ready} onClick={() => onConfirm()}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={buttons}>
      <form onSubmit={submit} className="ph-stack">
        <div className="ph-confirm-text">{children}</div>
        {name !== undefined && <TextField id={id} label={words().typeToConfirm(name)} value={typed} onChange={setTyped} mono autoComplete="off" />}
        {failure && (
          <div role="alert" className="ph-field-problem">
            {failure} <Why text={failure} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

interface DeletionProps extends Omit<ConfirmProps, 'onConfirm' | 'loading' | 'failure'> {
  /** Deletes it; why that did not work is told in the dialog. */
  work: () => Promise<unknown>;
  /** This is said once it is gone. */
  done: string;
  onDeleted?: (() => void) | undefined;
}

/** Asks before something is lost, does it, and says what stood in the way. */
export function Deletion({ work, done, onDeleted, onClose, ...question }: DeletionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      notify.good(done);
      onClose();
      onDeleted?.();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return <ConfirmDelete {...question} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure} />;
}
