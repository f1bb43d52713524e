import { Loaded, pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listStatusChanges } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Button, RelativeTime, Skeleton, words } from '@packhouse/ui/core.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DeploymentState } from './deployment-state.tsx';
import { t } from './topology-words.ts';

/** When a deployment took on which status, and why. */
export function StatusTimeline({ id }: { id: string }) {
  const changes = useInfiniteQuery(pages(listStatusChanges, { params: { id }, query: { limit: 5 } }));
  useLive(['mission-control.deployment.status'], listStatusChanges);
  return (
    <section>
      <h3>{t('timeline')}</h3>
      <Loaded result={changes} skeleton={<Skeleton lines={2} />}>
        {({ pages: known }) => {
          const items = known.flatMap((page) => page.items);
          if (items.length === 0) return <p className="ph-muted">{t('noChanges')}</p>;
          return (
            <ul className="mc-lines">
              {items.map(({ id: number, at, status, reason }) => (
                <li key={number}>
                  <span>
                    <DeploymentState status={status} />
                    {reason && <span className="ph-muted mc-why">{words().said(reason)}</span>}
                  </span>
                  <RelativeTime at={at} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {changes.hasNextPage && (
        <Button size="small" loading={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}
