import { query } from '@packhouse/console-kit/calls/calls.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { isVisible } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { getArtifactCount } from '@packhouse/contract/repositories/package-routes.ts';
import { cloudInfo, repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { Facts, formatNumber, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { t as frame } from '../navigation/navigation-words.ts';
import { t } from './system-page-words.ts';

function Usage() {
  const repositories = useQuery(query(repositoryData, {}));
  const artifacts = useQuery(query(getArtifactCount, {}));
  return (
    <Loaded result={artifacts} skeleton={<Skeleton lines={2} />}>
      {({ artifactCount }) => (
        <Facts
          title={t('usage')}
          items={[
            [frame('repositories'), repositories.data && formatNumber(repositories.data.length)],
            [t('artifacts'), formatNumber(artifactCount)],
          ]}
        />
      )}
    </Loaded>
  );
}

/** Shows what is rented and how much of it is used; only where the installation is rented and shared. */
export function CloudPage() {
  const session = useSession();
  const subscription = useQuery(query(cloudInfo, {}));
  if (!isVisible({ cloudOnly: true }, session)) return <Navigate to="/404" replace />;
  return (
    <Page title={frame('cloudSubscription')} subtitle={session.serverName} narrow>
      <Loaded result={subscription} skeleton={<Skeleton lines={3} />}>
        {({ trial }) => (
          <Facts
            title={t('subscription')}
            items={[
              [t('licenceType'), licenceTypeName(session.licenceType)],
              [t('trial'), trial ? t('yes') : t('no')],
            ]}
          />
        )}
      </Loaded>
      <Usage />
    </Page>
  );
}
