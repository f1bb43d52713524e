import { Failure, pages } from '@packhouse/console-kit/console-kit.ts';
import { listReleaseBundleFiles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Button, EmptyState, SearchField, Section } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { t } from '../distribution-words.ts';
import { fileColumns } from './file-columns.tsx';

/** The files of a version; what is looked for is in the address. */
export function ReleaseBundleFiles({ bundle: { name, version, type } }: { bundle: ReleaseBundle }) {
  const [params, setParams] = useSearchParams();
  const search = params.get('file') ?? '';
  const change = (text: string) => setParams(text === '' ? {} : { file: text }, { replace: true });
  const list = useInfiniteQuery(pages(listReleaseBundleFiles, { params: { name, version }, query: { type, ...(search.trim() && { search: search.trim() }) } }));
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t('files')}>
      {list.error && !rows ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          id="release-bundle-files"
          label={t('files')}
          columns={fileColumns({ linked: type === 'source' })}
          rows={rows}
          rowKey={({ repository, path }) => `${repository}/${path}`}
          total={list.data?.pages[0]?.total}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          loadingMore={list.isFetchingNextPage}
          toolbar={<SearchField label={t('searchFiles')} value={search} onChange={change} />}
          empty={
            search ? (
              <EmptyState icon="search" title={t('noFileFits')} action={<Button onClick={() => change('')}>{t('clearSearch')}</Button>} />
            ) : (
              <EmptyState icon="file" title={t('noFiles')} />
            )
          }
        />
      )}
    </Section>
  );
}
