import type { Severity } from '@packhouse/contract/severities.ts';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../control/icon.tsx';
import { nameSeverity } from './severity-name.ts';
import './values.css';

export type StatusKind = 'good' | 'warning' | 'bad' | 'info' | 'neutral' | 'running';

const icons: Record<StatusKind, IconName> = { good: 'good', warning: 'warning', bad: 'bad', info: 'info', neutral: 'circle', running: 'clock' };

/** A state in colour, drawing and word: never colour alone. */
export function StatusTag({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={`ph-tag ph-tag-${kind === 'running' ? 'info ph-tag-running' : kind}`}>
      <Icon name={icons[kind]} size={12} />
      {children}
    </span>
  );
}

/** A plain label: a kind, a class, a licence. */
export function Tag({ accent = false, children }: { accent?: boolean; children: ReactNode }) {
  return <span className={accent ? 'ph-tag ph-tag-accent' : 'ph-tag'}>{children}</span>;
}

const heights: Record<Severity, number> = { Critical: 4, High: 3, Medium: 2, Low: 1, Information: 0, Unknown: 0 };

/** The one ramp of severities: bars, colour, word. */
export function SeverityTag({ severity, children }: { severity: Severity; children?: ReactNode }) {
  const colour = severity === 'Information' ? 'info' : severity.toLowerCase();
  return (
    <span className="ph-severity" style={{ color: `var(--${colour})` }}>
      <span className="ph-severity-bars" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= heights[severity] || undefined} />
        ))}
      </span>
      {children ?? nameSeverity(severity)}
    </span>
  );
}
