import type { Alert, IgnoredBy } from '@packhouse/contract/scanning-ignore-routes.ts';
import { absoluteTime, CheckField, SeverityTag } from '@packhouse/ui/core.ts';
import { t } from './messages.ts';
import './alerts.css';

/** Who ignores something, why, and until when. */
export function ignoredText({ author, notes, expires_at }: IgnoredBy): string {
  if (!expires_at) return t('by', { name: author, notes });
  return t('byUntil', { name: author, moment: absoluteTime(new Date(expires_at)), notes });
}

function FindingLine({ finding }: { finding: Alert }) {
  return (
    <span className="alert-line">
      <SeverityTag severity={finding.severity} />
      <code>{finding.id}</code>
      <span className="ph-muted">{finding.summary}</span>
    </span>
  );
}

interface FindingChoiceProps {
  findings: readonly Alert[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Findings to tick; those that another rule ignores are shown with the reason and cannot be. */
export function FindingChoice({ findings, chosen, onChange }: FindingChoiceProps) {
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <ul className="alert-list" aria-label={t('which')}>
      {findings.map((finding) => {
        const { id, ignored } = finding;
        const isWider = ignored !== null && !ignored.own;
        return (
          <li key={id}>
            <CheckField label={<FindingLine finding={finding} />} checked={chosen.has(id)} disabled={isWider} onChange={(is) => choose(id, is)} />
            {ignored && <p className="alert-note ph-muted">{ignoredText(ignored)}</p>}
            {isWider && <p className="alert-note ph-muted">{t('wider')}</p>}
          </li>
        );
      })}
    </ul>
  );
}
