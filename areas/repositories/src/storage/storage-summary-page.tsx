import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { readStorageSummary, type StorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { Button, EmptyState, FormatIcon, formatBytes, Page, SearchField, Section, Skeleton } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { shareText, storageColumns } from './storage-columns.tsx';
import { t } from './storage-words.ts';
import './storage.css';

function Figure({ title, value, note }: { title: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="storage-figure">
      <dt>{title}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span className="ph-muted">{note}</span>}
      </dd>
    </div>
  );
}

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
            <FormatIcon format={format} size={18} /> {format} <b>{formatBytes(bytes)}</b>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** How much is stored, where, and what of quotas is used. */
export function StorageSummaryPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const change = (text: string) => setParams(text === '' ? {} : { search: text }, { replace: true });
  const { data, error, refetch } = useQuery(query(readStorageSummary, {}));
  useLive(['artifact.', 'folder.deleted', 'repository.'], readStorageSummary);
  if (!data)
    return (
      <Page title={t('storage')}>
        {error ? <Failure error={Object.assign(error, { message: t('failed') })} onRetry={() => void refetch()} /> : <Skeleton lines={10} height={24} />}
      </Page>
    );
  const rows = data.repositories.filter(({ key, class: kind }) => kind !== 'virtual' && key.toLowerCase().includes(search.toLowerCase()));
  return (
    <Page title={t('storage')} subtitle={t('about')}>
      <Figures summary={data} />
      <Formats repositories={data.repositories} />
      <DataTable
        id="storage"
        label={t('storage')}
        columns={storageColumns(data.bytes)}
        rows={rows}
        rowKey={({ key }) => key}
        toolbar={<SearchField label={t('search')} value={search} onChange={change} />}
        empty={
          search === '' ? (
            <EmptyState icon="repository" title={t('noneYet')} />
          ) : (
            <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={() => change('')}>{t('clear')}</Button>} />
          )
        }
      />
    </Page>
  );
}
