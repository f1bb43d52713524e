import { useSession } from '@packhouse/console-kit/session.ts';
import { EmptyState, LinkButton, Page } from '@packhouse/ui/core.ts';
import { Navigate } from 'react-router';
import { paths } from '../navigation/landing.ts';
import { t } from '../navigation/messages.ts';
import { securityPaths, whyTeaser } from '../navigation/security-teaser.ts';

/** What security scanning is, where it is not there; where it is, the way leads to its policies. */
export function SecurityTeaserPage() {
  const session = useSession();
  const why = whyTeaser(session);
  if (!why) return <Navigate to={securityPaths.policies} replace />;
  return (
    <Page title={t('securityTeaser')}>
      <EmptyState
        icon="shield"
        title={why === 'service' ? t('securityTeaserAbsent') : t('securityTeaserLicence', { licence: session.licenceType })}
        action={
          why === 'licence' &&
          session.administrator && (
            <LinkButton to={paths.licences} kind="primary">
              {t('upgrade')}
            </LinkButton>
          )
        }
      >
        {t('securityTeaserText')}
      </EmptyState>
    </Page>
  );
}
