import { onTransferQuota } from '@packhouse/console-kit/calls/calls.ts';
import { session } from '@packhouse/console-kit/session/session.ts';
import { notify } from '@packhouse/ui/core.ts';
import { paths } from './landing.ts';
import { t } from './navigation-words.ts';

/** Says when the month's data transfer is used up, with the way to more of it. */
export function watchTransferQuota(go: (path: string) => void): () => void {
  return onTransferQuota(() => {
    const { cloud, dedicated, administrator } = session();
    const upgrade = cloud && !dedicated ? paths.cloud : administrator ? paths.licences : paths.support;
    notify.warning(t('transferQuota'), { action: { label: t('upgrade'), run: () => go(upgrade) } });
  });
}
