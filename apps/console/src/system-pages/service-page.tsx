import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { EmptyState, LinkButton, Page } from '@packhouse/ui/core.ts';
import { Navigate } from 'react-router';
import { t } from '../console-words.ts';
import { securityPaths, whyTeaser } from '../navigation/security-teaser.ts';
import type { ServicePage } from '../navigation/service-pages.ts';

/** Stands at the address of a service's page until the service brings its own: says what is missing, or shows what it would be. */
export function AbsentServicePage({ page }: { page: ServicePage }) {
  const session = useSession();
  if (page.service === 'xray' && whyTeaser(session)) return <Navigate to={securityPaths.teaser} replace />;
  const service = labelText(serviceTitles[page.service]);
  const isPresent = page.service in session.services;
  return (
    <Page title={labelText(page.title)}>
      <EmptyState
        icon={page.nav?.icon ?? 'globe'}
        title={isPresent ? t('servicePageMissing', { service }) : t('serviceAbsent', { service })}
        action={
          <LinkButton to="/home" icon="home">
            {t('goHome')}
          </LinkButton>
        }
      >
        {isPresent ? t('servicePageMissingText') : t('serviceAbsentText')}
      </EmptyState>
    </Page>
  );
}
