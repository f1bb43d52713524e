import { call, Failure } from '@packhouse/console-kit/console-kit.ts';
import { type Bucket, readBucketKey } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { Button, CopyField, Dialog, Skeleton, useCopy } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './buckets-words.ts';

interface ShownKeyProps {
  bucket: Pick<Bucket, 'name'>;
  value: string;
  onClose: () => void;
}

/** A key, to be copied. */
export function ShownKey({ bucket: { name }, value, onClose }: ShownKeyProps) {
  const { copy } = useCopy();
  const footer = (
    <Button kind="primary" icon="copy" onClick={() => void copy(value)}>
      {t('copyKey')}
    </Button>
  );
  return (
    <Dialog title={t('bucketKey')} onClose={onClose} footer={footer}>
      <p>{t('keyText', { name })}</p>
      <CopyField label={t('bucketKey')} value={value} secret />
    </Dialog>
  );
}

/** The key of a bucket, asked for when this opens and not kept. */
export function BucketKey({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { id } = bucket;
  const { data, error, refetch } = useQuery({
    queryKey: [readBucketKey.name, id],
    queryFn: () => call(readBucketKey, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <ShownKey bucket={bucket} value={data.key} onClose={onClose} />;
  return (
    <Dialog title={t('bucketKey')} onClose={onClose}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} />}
    </Dialog>
  );
}
