import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type Bucket, downloadBucket, listBuckets, readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { Button, Dialog, downloadText } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './buckets-words.ts';

/** Saves the file of a bucket. */
export async function downloadFile({ id, name }: Pick<Bucket, 'id' | 'name'>): Promise<void> {
  try {
    const file: unknown = await call(downloadBucket, { params: { id } });
    downloadText(`${name}.json`, `${JSON.stringify(file)}\n`);
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(listBuckets, readBucketStatus);
}

/** Says that whoever gets the file of a split bucket attaches its licences from then on. */
export function DownloadSplit({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const work = async () => {
    setBusy(true);
    await downloadFile(bucket);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" icon="download" loading={busy} onClick={() => void work()}>
        {t('download')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('downloadTitle', { name: bucket.name })} onClose={onClose} footer={footer}>
      <p>{t('downloadText')}</p>
    </Dialog>
  );
}
