import { constants } from '@packhouse/contract/constants.ts';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../control/button.tsx';
import { notify } from '../overlay/notifications.tsx';
import { words } from '../ui-words.ts';
import './copy.css';

/** How long a copy button says 'Copied'. */
export const copiedDuration = constants.copiedIndicator;

async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  // Plain HTTP has no clipboard interface; a selected text area still copies.
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('copy refused');
}

/** Copies and says so: `copied` is true for a while, and a notification appears. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    try {
      await toClipboard(text);
    } catch {
      notify.bad(words().copyFailed);
      return;
    }
    setCopied(true);
    notify.good(words().copiedToClipboard);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), copiedDuration);
  };
  return { copied, copy };
}

interface CopyButtonProps {
  /** This is copied. */
  value: string;
  /** Says what it is, for the accessible name: 'digest' gives 'Copy digest'. */
  what?: string;
  /** Shows words beside the icon. */
  wide?: boolean;
  label?: string;
}

/** One click copies; the button says 'Copied' for two seconds. */
export function CopyButton({ value, what, wide = false, label }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const name = label ?? (what ? `${words().copy} ${what}` : words().copy);
  if (wide)
    return (
      <Button size="small" icon={copied ? 'check' : 'copy'} onClick={() => void copy(value)}>
        {copied ? words().copied : name}
      </Button>
    );
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      size="small"
      label={copied ? words().copied : name}
      className={copied ? 'ph-copy ph-copied' : 'ph-copy'}
      onClick={(event) => {
        event.stopPropagation();
        void copy(value);
      }}
    />
  );
}

/** A value on one line that is there to be copied. */
export function CopyField({ value, label, secret = false }: { value: string; label: string; secret?: boolean }) {
  const [shown, setShown] = useState(!secret);
  return (
    <fieldset className="ph-copy-field" aria-label={label}>
      <code>{shown ? value : '•'.repeat(Math.min(24, value.length))}</code>
      {secret && (
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          size="small"
          label={shown ? words().hidePassword : words().showPassword}
          onClick={() => setShown(!shown)}
        />
      )}
      <CopyButton value={value} what={label} />
    </fieldset>
  );
}

interface CodeBlockProps {
  code: string;
  /** Says what it does, above it. */
  title?: string;
  /** Accessible name where there is no title. */
  label?: string;
  /** Draws a prompt before every line; it is not copied. */
  prompt?: boolean;
}

/** Lines with the place each begins at. */
function readLines(text: string): { at: number; line: string }[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const found = { at, line };
    at += line.length + 1;
    return found;
  });
}

/** Commands and files, ready to paste. Long lines wrap, so that nothing hides beyond an edge. */
export function CodeBlock({ code, title, label, prompt = false }: CodeBlockProps) {
  return (
    <figure className="ph-code" aria-label={title ?? label ?? words().copy}>
      {title && <figcaption>{title}</figcaption>}
      <pre>
        {readLines(code).map(({ at, line }) => (
          <span key={at} className={prompt && line !== '' ? 'ph-code-line ph-code-prompt' : 'ph-code-line'}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      <CopyButton value={code} what={title ?? label ?? ''} />
    </figure>
  );
}
