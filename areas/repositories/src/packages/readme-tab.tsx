import { query } from '@packhouse/console-kit/console-kit.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { getReadme } from '@packhouse/contract/repositories/package-routes.ts';
import { EmptyState, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

const Markdown = lazy(async () => ({ default: (await import('@packhouse/ui/values/markdown.tsx')).Markdown }));

/** The package's own description. A readme that cannot be had is shown as none. */
export function ReadmeTab() {
  const { leadFile, format } = useVersion();
  const result = useQuery({
    ...query(getReadme, { query: leadFile ?? { path: '' } }),
    enabled: leadFile !== undefined && getCard(format).tabs?.includes('readme') === true,
  });
  if (result.isLoading) return <Skeleton lines={12} />;
  const readme = result.data?.readme;
  if (!readme) return <EmptyState icon="file" title={t('noReadme')} />;
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <Markdown text={readme} />
    </Suspense>
  );
}
