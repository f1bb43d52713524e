import { Findings, type Session, useSession } from '@packhouse/console-kit/console-kit.ts';
import { licenceRanks, licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import type { Vulnerabilities } from '@packhouse/contract/repositories/package-graphql.ts';
import { t } from './packages-words.ts';

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

/** Shows what scanning found, or that nothing has been scanned and why. */
export function Security({ vulnerabilities }: { vulnerabilities: Vulnerabilities | null }) {
  return <Findings counts={vulnerabilities} none={t('noFindings')} reason={obstacle(useSession())} />;
}
