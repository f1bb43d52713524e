import type { IgnoredBy } from '@packhouse/contract/scanning/ignored-by.ts';
import type { Alert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import type { Assessment } from '@packhouse/contract/scanning/vex.ts';
import { absoluteTime, CheckField, SeverityTag } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { t } from './alerts-words.ts';
import './alerts.css';

/** What somebody else says of a vulnerability, and why. */
export function assessmentText({ issuer, status, justification, impact, action = '' }: Told): string {
  return t('vexOf', { issuer, why: [t(`vex_${status}`), justification, impact, action].filter(Boolean).join('. ') });
}

/** Who ignores something, why, and until when; what a trusted issuer says in place of that. */
export function ignoredText({ author, notes, expires_at, vex }: IgnoredBy): string {
  if (vex) return assessmentText({ ...vex, issuer: author });
  if (!expires_at) return t('by', { name: author, notes });
  return t('byUntil', { name: author, moment: absoluteTime(new Date(expires_at)), notes });
}

type Told = Pick<Assessment, 'issuer' | 'status' | 'justification' | 'impact'> & { action?: string };

function FindingLine({ finding }: { finding: Alert }) {
  return (
    <span className="alert-line">
      <SeverityTag severity={finding.severity} />
      <code>{finding.id}</code>
      <span className="ph-muted">{finding.summary}</span>
    </span>
  );
}

interface FindingChoiceProps extends FieldAria {
  id?: string;
  findings: readonly Alert[];
  value?: readonly string[];
  onChange?: (chosen: readonly string[]) => void;
}

/** Findings to tick; those that another rule ignores are shown with the reason and cannot be. A form control. */
export function FindingChoice({ id, findings, value = [], onChange, ...aria }: FindingChoiceProps) {
  const choose = (one: string, isChosen: boolean) => onChange?.(isChosen ? [...value, one] : value.filter((other) => other !== one));
  return (
    <fieldset {...aria} id={id} aria-label={t('which')} tabIndex={-1} className="ph-form-set">
      <ul className="alert-list">
        {findings.map((finding) => {
          const { ignored } = finding;
          const isWider = ignored !== null && !ignored.own;
          return (
            <li key={finding.id}>
              <CheckField
                label={<FindingLine finding={finding} />}
                checked={value.includes(finding.id)}
                disabled={isWider}
                onChange={(is) => choose(finding.id, is)}
              />
              {ignored && <p className="alert-note ph-muted">{ignoredText(ignored)}</p>}
              {isWider && <p className="alert-note ph-muted">{t(ignored.vex ? 'ofVex' : 'wider')}</p>}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** Of findings to tick, one at least. */
export const someFinding = {
  validator: async (_: unknown, ids: readonly string[] = []) => {
    if (ids.length === 0) throw new Error(t('chooseOne'));
  },
};
