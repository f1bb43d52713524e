import { onQuota } from '@packhouse/console-kit/calls/calls.ts';
import { session } from '@packhouse/console-kit/session/session.ts';
import { notify } from '@packhouse/ui/core.ts';
import { paths } from './landing.ts';
import { t } from './navigation-words.ts';

/** Says when a quota is used up, with the way to more of it; of storage only to those who can give more, as everybody is told why what they did failed. */
export function watchQuotas(go: (path: string) => void): () => void {
  return onQuota(({ code, message }) => {
    const { cloud, dedicated, administrator } = session();
    if (code === 'quota_exceeded') {
      if (administrator) notify.warning(message, { action: { label: t('showStorage'), run: () => go(paths.storage) } });
      return;
    }
    // Where nobody sells data transfer, an administrator sets its limit.
    const upgrade = cloud && !dedicated ? paths.cloud : administrator ? paths.storage : paths.support;
    notify.warning(t('transferQuota'), { action: { label: t('upgrade'), run: () => go(upgrade) } });
  });
}
