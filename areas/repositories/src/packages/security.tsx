import { type Session, useSession } from '@packhouse/console-kit/console-kit.ts';
import { licenceRanks, licenceTypes } from '@packhouse/contract/licence-types.ts';
import { shownVulnerabilities, type Vulnerabilities } from '@packhouse/contract/package-graphql.ts';
import { SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './messages.ts';

const severityNames = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Information',
  unknown: 'Unknown',
} as const;

/** Whether a licence includes scanning: every one that is paid for or on trial. */
function includesScanning(licenceType: string): boolean {
  const type = licenceTypes.find((one) => one === licenceType);
  return type !== undefined && licenceRanks[type] >= licenceRanks.COMMERCIAL;
}

/** Why there is no scan result beyond 'Not Scanned'; undefined when nothing stands in the way of one. */
export function obstacle({ services, licenceType }: Pick<Session, 'services' | 'licenceType'>): string | undefined {
  if (!('xray' in services)) return t('scannerUnavailable');
  return includesScanning(licenceType) ? undefined : t('scannerLicence');
}

/** What scanning found, or that nothing has been scanned. Severities without findings are not shown. */
export function Security({ vulnerabilities }: { vulnerabilities: Vulnerabilities | null }) {
  const reason = obstacle(useSession());
  if (vulnerabilities === null)
    return (
      <span className="pkg-security">
        <StatusTag kind="neutral">{t('notScanned')}</StatusTag>
        {reason && <span className="ph-muted">{reason}</span>}
      </span>
    );
  const found = shownVulnerabilities(vulnerabilities);
  if (found.length === 0 && !vulnerabilities.partial) return <StatusTag kind="good">{t('noFindings')}</StatusTag>;
  return (
    <span className="pkg-security">
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
      {vulnerabilities.partial && <StatusTag kind="neutral">{t('incomplete')}</StatusTag>}
    </span>
  );
}
