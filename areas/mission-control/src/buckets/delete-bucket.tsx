import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type Bucket, deleteBucket, listBuckets, readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { Deletion, notify, words } from '@packhouse/ui/core.ts';
import { t } from './buckets-words.ts';

/** Asks before a bucket goes, and says what goes with it. */
export function DeleteBucket({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { id, name, parent, used, downloadedAt } = bucket;
  const work = async () => {
    const { kept } = await call(deleteBucket, { params: { id } });
    for (const { deployment, licenses, why } of kept) notify.warning(t('kept', { name: deployment, count: licenses, why: words().said(why) }));
    await refresh(listBuckets, readBucketStatus);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('remove')} work={work} done={t('removed')} onClose={onClose}>
      <p>{parent ? t('removeSplit', { name, parent: parent.name }) : t('removeParent', { name })}</p>
      {!parent && used > 0 && <p>{t('removeUsed', { count: used })}</p>}
      {parent && downloadedAt && <p>{t('removeHandedOver')}</p>}
    </Deletion>
  );
}
