import { useSession } from '@packhouse/console-kit/session.ts';
import { EmptyState, LinkButton, Page } from '@packhouse/ui/core.ts';
import { Navigate } from 'react-router';
import { paths } from '../navigation/landing.ts';
import { t } from '../navigation/messages.ts';
import { bundlePaths, whyBundlesTeaser } from '../navigation/release-bundles.ts';

/** What release bundles are, where they are not there; where they are, the way leads to them. */
export function ReleaseBundlesTeaserPage() {
  const session = useSession();
  const why = whyBundlesTeaser(session);
  if (!why) return <Navigate to={bundlePaths.current} replace />;
  return (
    <Page title={t('bundlesTeaser')}>
      <EmptyState
        icon="tag"
        title={why === 'service' ? t('bundlesTeaserAbsent') : t('bundlesTeaserLicence', { licence: session.licenceType })}
        action={
          why === 'licence' &&
          session.administrator && (
            <LinkButton to={paths.licences} kind="primary">
              {t('upgrade')}
            </LinkButton>
          )
        }
      >
        {t('bundlesTeaserText')}
      </EmptyState>
    </Page>
  );
}
