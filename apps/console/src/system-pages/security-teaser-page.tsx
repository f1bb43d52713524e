import { useSession } from '@packhouse/console-kit/session/session.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { securityPaths, whyTeaser } from '../navigation/security-teaser.ts';
import { t } from './system-page-words.ts';
import { Teaser } from './teaser.tsx';

/** Explains what security scanning is, where it is not there; where it is, the way leads to its policies. */
export function SecurityTeaserPage() {
  const session = useSession();
  const missing = { service: t('securityTeaserAbsent'), licence: t('securityTeaserLicence', { licence: licenceTypeName(session.licenceType) }) };
  return (
    <Teaser title={t('securityTeaser')} icon="shield" why={whyTeaser(session)} missing={missing} text={t('securityTeaserText')} to={securityPaths.policies} />
  );
}
