import { call, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { useConnection } from '@packhouse/console-kit/calls/connection.ts';
import { useLiveState } from '@packhouse/console-kit/calls/live-events.ts';
import { footer } from '@packhouse/contract/shell/shell-routes.ts';
import { Banner, Button, notify, relativeTime } from '@packhouse/ui/core.ts';
import { useEffect, useRef } from 'react';
import { t } from '../navigation/navigation-words.ts';

/** Milliseconds between two looks whether the server is there again. */
const lookAgainAfter = 5_000;

/** Asks for something small; that alone notes whether the server answers. */
async function look(): Promise<void> {
  await call(footer, {}).catch(() => undefined);
}

/** Says that the server cannot be reached and how old the page is, and looks for it until it is there again. */
export function OfflineBanner() {
  const { reachable, lastAnswer } = useConnection();
  const live = useLiveState();
  const wasLost = useRef(false);
  // Pages that ask for nothing would not notice: the browser says when the network goes, the live events when the server does.
  useEffect(() => {
    const onOffline = () => void look();
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);
  useEffect(() => {
    if (live === 'connecting') void look();
  }, [live]);
  useEffect(() => {
    if (reachable) {
      if (wasLost.current) {
        notify.good(t('backOnline'));
        void queryClient.invalidateQueries();
      }
      wasLost.current = false;
      return;
    }
    wasLost.current = true;
    const timer = setInterval(() => void look(), lookAgainAfter);
    const onOnline = () => void look();
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [reachable]);
  if (reachable) return null;
  return (
    <div className="shell-offline">
      <Banner
        kind="warning"
        action={
          <Button size="small" onClick={() => void look()}>
            {t('tryNow')}
          </Button>
        }
      >
        <b>{t('offlineTitle')}</b> {lastAnswer && t('offlineAge', { age: relativeTime(lastAnswer) })}
      </Banner>
    </div>
  );
}
