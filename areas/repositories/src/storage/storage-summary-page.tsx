import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { readStorageSummary, type StorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { EmptyState, FormatIcon, formatBytes, Section } from '@packhouse/ui/core.ts';
import { Figure } from './figure.tsx';
import { FolderDownloadButton } from './folder-download-button.tsx';
import { shareText, storageColumns } from './storage-columns.tsx';
import { t } from './storage-words.ts';
import { TransferFigure, TransferLimitButton } from './transfer-limit.tsx';
import './storage.css';

function Figures({ summary: { files, bytes, blobBytes, trash, store } }: { summary: StorageSummary }) {
  return (
    <dl className="storage-figures">
      <Figure title={t('artifacts')} value={formatBytes(bytes)} note={t('filesCount', { count: files })} />
      <Figure
        title={t('stored')}
        value={formatBytes(blobBytes)}
        note={bytes > blobBytes ? t('saved', { share: shareText(bytes - blobBytes, bytes) }) : undefined}
      />
      <Figure title={t('trash')} value={formatBytes(trash.bytes)} note={t('filesCount', { count: trash.files })} />
      <Figure
        title={t('disk')}
        value={store.disk ? shareText(store.disk.total - store.disk.free, store.disk.total) : t('objectStore')}
        note={store.disk && t('diskFree', { free: formatBytes(store.disk.free), total: formatBytes(store.disk.total) })}
      />
      <TransferFigure />
    </dl>
  );
}

function Formats({ repositories }: Pick<StorageSummary, 'repositories'>) {
  const sizes = new Map<StorageSummary['repositories'][number]['format'], number>();
  for (const { format, bytes } of repositories) sizes.set(format, (sizes.get(format) ?? 0) + bytes);
  const used = [...sizes].filter(([, bytes]) => bytes > 0).sort(([, a], [, b]) => b - a);
  if (used.length < 2) return null;
  return (
    <Section title={t('byFormat')}>
      <ul className="storage-formats">
        {used.map(([format, bytes]) => (
          <li key={format}>
            <FormatIcon format={format} size={18} /> {getFormatTitle(format)} <b>{formatBytes(bytes)}</b>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** How much is stored, where, and what of quotas is used. */
export function StorageSummaryPage() {
  const filters = useFilters('search');
  const search = filters.values.search.toLowerCase();
  const list = useList(
    readStorageSummary,
    {},
    {
      rows: ({ repositories }) => repositories.filter(({ key, class: kind }) => kind !== 'virtual' && key.toLowerCase().includes(search)),
      live: ['artifact.', 'folder.deleted', 'repository.'],
    },
  );
  const { answer } = list;
  return (
    <ListPage
      id="storage"
      title={t('storage')}
      subtitle={t('about')}
      actions={
        <>
          <FolderDownloadButton />
          <TransferLimitButton />
        </>
      }
      count={undefined}
      above={
        answer && (
          <>
            <Figures summary={answer} />
            <Formats repositories={answer.repositories} />
          </>
        )
      }
      list={{ ...list, error: list.error && Object.assign(list.error, { message: t('failed') }) }}
      columns={storageColumns(answer?.bytes ?? 0)}
      rowKey={({ key }) => key}
      filters={filters}
      search={t('search')}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={<EmptyState icon="repository" title={t('noneYet')} />}
    />
  );
}
