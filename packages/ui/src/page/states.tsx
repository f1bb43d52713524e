import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { Icon, type IconName } from '../control/icon.tsx';
import { Why } from '../control/why.tsx';
import { words } from '../ui-words.ts';
import { CodeBlock, CopyButton } from '../values/copy.tsx';
import { RelativeTime } from '../values/values.tsx';
import './states.css';

interface StateProps {
  icon: IconName;
  tone?: 'neutral' | 'warning' | 'bad';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  live?: boolean;
  /** The state is the whole page: its title is the page's. */
  whole?: boolean;
}

function State({ icon, tone = 'neutral', title, children, actions, live = false, whole = false }: StateProps) {
  const Title = whole ? 'h1' : 'h2';
  return (
    <div className={`ph-state ph-state-${tone}`} {...(live ? { role: 'alert' } : {})}>
      <span className="ph-state-icon">
        <Icon name={icon} size={24} />
      </span>
      <Title>{title}</Title>
      {children && <div className="ph-state-text">{children}</div>}
      {actions && <div className="ph-state-actions">{actions}</div>}
    </div>
  );
}

interface EmptyStateProps {
  /** One sentence: what is not there yet. */
  title: string;
  icon?: IconName;
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** The exact command that would fill it. */
  command?: { title: string; code: string };
}

/** Nothing here yet, and what would change that. */
export function EmptyState({ title, icon = 'package', children, action, command }: EmptyStateProps) {
  return (
    <State icon={icon} title={title} actions={action}>
      {children}
      {command && <CodeBlock title={command.title} code={command.code} prompt />}
    </State>
  );
}

interface ErrorStateProps {
  title?: string;
  /** The server said this. */
  message: string;
  /** Says what was kept, what to do. */
  children?: ReactNode;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** It stands where a whole page would. */
  whole?: boolean;
}

/** Something failed: what, what was kept, what to do, the request's id. */
export function ErrorState({ title, message, children, requestId, onRetry, whole = false }: ErrorStateProps) {
  return (
    <State
      icon="bad"
      tone="bad"
      title={title ?? words().failedTitle}
      live
      whole={whole}
      actions={
        onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            {words().retry}
          </Button>
        )
      }
    >
      <p>{message}</p>
      {children}
      {requestId && (
        <p className="ph-state-id">
          {words().requestId} <code>{requestId}</code>
          <CopyButton value={requestId} what={words().requestId} />
        </p>
      )}
    </State>
  );
}

/** Not allowed: what is missing and who can grant it. */
export function RefusedState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <State icon="lock" tone="warning" title={words().refusedTitle} actions={<Why text={message} />}>
      <p>{message}</p>
      {children ?? <p>{words().refusedHelp}</p>}
    </State>
  );
}

/** The server cannot be reached; what is shown is as old as said. */
export function OfflineState({ since, onRetry }: { since?: string | Date | undefined; onRetry?: (() => void) | undefined }) {
  return (
    <State
      icon="offline"
      tone="warning"
      title={words().offlineTitle}
      live
      actions={
        onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            {words().retry}
          </Button>
        )
      }
    >
      <p>{words().offlineHelp}</p>
      {since && (
        <p>
          <RelativeTime at={since} />
        </p>
      )}
    </State>
  );
}

interface BannerProps {
  kind: 'info' | 'warning' | 'bad' | 'good';
  children: ReactNode;
  action?: ReactNode;
}

/** A sentence across the page about all of it. */
export function Banner({ kind, children, action }: BannerProps) {
  return (
    <div className={`ph-banner ph-banner-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={kind} label={words().kinds[kind]} />
      <div className="ph-banner-text">{children}</div>
      {action ?? (typeof children === 'string' && <Why text={children} />)}
    </div>
  );
}

interface SkeletonProps {
  /** How many lines, rows or fields. */
  lines?: number;
  /** Of a line, in pixels. */
  height?: number;
  /** Lines of text, the rows of a list, the fields of a form, or a thing with its facts beside it. */
  shape?: 'lines' | 'rows' | 'fields' | 'thing';
}

/** Grey bars in the shape of what is coming. */
export function Skeleton({ lines = 3, height = 14, shape = 'lines' }: SkeletonProps) {
  return (
    <div className="ph-skeleton" aria-busy="true">
      <span className="ph-hidden-text" role="status">
        {words().loading}
      </span>
      {shape === 'lines' && widths(lines).map((width, line) => <i key={`${line} ${width}`} style={{ width, height }} />)}
      {shape === 'rows' && <SkeletonRows rows={lines} />}
      {shape === 'fields' && widths(lines).map((width, line) => <SkeletonField key={`${line} ${width}`} />)}
      {shape === 'thing' && (
        <div className="ph-skeleton-thing">
          <div>
            <i style={{ height: 52 }} />
            <i style={{ width: '60%', height: 20 }} />
            <SkeletonRows rows={lines} />
          </div>
          <div className="ph-skeleton-box">
            {widths(7).map((width, line) => (
              <i key={`${line} ${width}`} style={{ width }} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const widths = (count: number) => Array.from({ length: count }, (_, line) => `${92 - ((line * 23) % 48)}%`);

function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div className="ph-skeleton-rows">
      {widths(rows).map((width, row) => (
        <div key={`${row} ${width}`}>
          <i />
          <i style={{ width: `calc(${width} * 0.5)` }} />
          <i />
        </div>
      ))}
    </div>
  );
}

function SkeletonField() {
  return (
    <div className="ph-skeleton-field">
      <i />
      <i />
    </div>
  );
}
