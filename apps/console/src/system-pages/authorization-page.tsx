import { EmptyState, LinkButton, Page } from '@packhouse/ui/core.ts';
import { t } from '../navigation/messages.ts';
import { t as say } from '../words.ts';

/** Where applications send people to be allowed access. No application can be registered here, so every address is unknown. */
export function AuthorizationPage() {
  return (
    <Page title={t('authorization')} narrow>
      <EmptyState
        icon="lock"
        title={t('authorizationUnknown')}
        action={
          <LinkButton to="/home" icon="home">
            {say('goHome')}
          </LinkButton>
        }
      >
        {t('authorizationUnknownText')}
      </EmptyState>
    </Page>
  );
}
