import { useSession } from '@packhouse/console-kit/session/session.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { t as frame } from '../navigation/navigation-words.ts';
import { releaseBundlePaths, whyReleaseBundlesTeaser } from '../navigation/release-bundles.ts';
import { t } from './system-page-words.ts';
import { Teaser } from './teaser.tsx';

/** Explains what release bundles are, where they are not there; where they are, the way leads to them. */
export function ReleaseBundlesTeaserPage() {
  const session = useSession();
  const missing = { service: t('bundlesTeaserAbsent'), licence: t('bundlesTeaserLicence', { licence: licenceTypeName(session.licenceType) }) };
  return (
    <Teaser
      title={frame('bundlesTeaser')}
      icon="tag"
      why={whyReleaseBundlesTeaser(session)}
      missing={missing}
      text={t('bundlesTeaserText')}
      to={releaseBundlePaths.current}
    />
  );
}
