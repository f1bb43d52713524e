import { shownVulnerabilities, type Vulnerabilities } from '@packhouse/contract/package-graphql.ts';
import { SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import { t } from '../messages.ts';

const severityNames = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Information', unknown: 'Unknown' } as const;

/** Findings by severity; those without any are not shown. */
export function Findings({ counts }: { counts: Vulnerabilities | null }) {
  if (counts === null) return <StatusTag kind="neutral">{t('notScanned')}</StatusTag>;
  const found = shownVulnerabilities(counts);
  if (found.length === 0 && !counts.partial) return <StatusTag kind="good">{t('noFindings')}</StatusTag>;
  return (
    <span className="scan-findings">
      {found.map(({ severity, count }) =>
        severity === 'skipped' ? (
          <StatusTag key={severity} kind="neutral">
            {t('skippedCount', { count })}
          </StatusTag>
        ) : (
          <SeverityTag key={severity} severity={severityNames[severity]}>
            {count} {severityNames[severity]}
          </SeverityTag>
        ),
      )}
      {counts.partial && <StatusTag kind="neutral">{t('incomplete')}</StatusTag>}
    </span>
  );
}
