import type { Vulnerabilities } from '@packhouse/contract/repositories/package-graphql.ts';
import { shownVulnerabilities } from '@packhouse/contract/scanning/scan-states.ts';
import { nameSeverity, SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './findings-words.ts';
import { JudgedBy } from './judged-by.tsx';

const severityNames = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Information', unknown: 'Unknown' } as const;

interface FindingsProps {
  /** Null where nothing has been scanned. */
  counts: Vulnerabilities | null;
  /** This is said when everything was scanned and nothing found. */
  none: string;
  /** Why nothing has been scanned. */
  reason?: string | undefined;
}

/** Shows what scanning found, by severity, or that nothing has been scanned. Severities without findings are not shown. */
export function Findings({ counts, none, reason }: FindingsProps) {
  if (counts === null)
    return (
      <span className="ph-severities">
        <StatusTag kind="neutral">{t('notScanned')}</StatusTag>
        {reason && <span className="ph-muted">{reason}</span>}
      </span>
    );
  const found = shownVulnerabilities(counts);
  // No source of advisories stands for it, so that nothing found says nothing.
  if (found.length === 0 && counts.notJudged) return <StatusTag kind="neutral">{t('notJudged')}</StatusTag>;
  if (found.length === 0 && !counts.partial)
    return (
      <span className="ph-severities">
        <StatusTag kind="good">{none}</StatusTag>
        <JudgedBy sources={counts.judgedBy ?? []} />
      </span>
    );
  return (
    <span className="ph-severities">
      {found.map(({ severity, count }) =>
        severity === 'skipped' ? (
          <StatusTag key={severity} kind="neutral">
            {t('skipped', { count })}
          </StatusTag>
        ) : (
          <SeverityTag key={severity} severity={severityNames[severity]}>
            {count} {nameSeverity(severityNames[severity])}
          </SeverityTag>
        ),
      )}
      {counts.partial && <StatusTag kind="neutral">{t('incomplete')}</StatusTag>}
    </span>
  );
}
