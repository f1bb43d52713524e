import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { bucketListPath } from './buckets-screens.ts';
import { t } from './buckets-words.ts';

export function NoSuchBucket() {
  return <EmptyState icon="key" title={t('missing')} action={<LinkButton to={bucketListPath}>{t('toBuckets')}</LinkButton>} />;
}
