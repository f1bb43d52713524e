import { ListTable, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listReleaseBundleFiles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { EmptyState, SearchField, Section } from '@packhouse/ui/core.ts';
import { t } from '../distribution-words.ts';
import { fileColumns } from './file-columns.tsx';

/** The files of a version; what is looked for is in the address. */
export function ReleaseBundleFiles({ bundle: { name, version, type } }: { bundle: ReleaseBundle }) {
  const filters = useFilters('file');
  const search = filters.values.file.trim();
  const list = usePagedList(listReleaseBundleFiles, { params: { name, version }, query: { type, ...(search && { search }) } });
  return (
    <Section title={t('files')}>
      <ListTable
        id="release-bundle-files"
        label={t('files')}
        list={list}
        columns={fileColumns({ linked: type === 'source' })}
        rowKey={({ repository, path }) => `${repository}/${path}`}
        filters={filters}
        toolbar={<SearchField label={t('searchFiles')} value={filters.values.file} onChange={(file) => filters.change({ file })} />}
        noneFits={{ title: t('noFileFits'), clear: t('clearSearch') }}
        none={<EmptyState icon="file" title={t('noFiles')} />}
      />
    </Section>
  );
}
