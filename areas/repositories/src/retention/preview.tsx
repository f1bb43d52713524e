import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { previewRetention, type RetentionItem } from '@packhouse/contract/repositories/retention-routes.ts';
import { EmptyState, FormatIcon, formatBytes, RelativeTime, Section } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { findSelection, type RetentionDraft } from './retention-draft.ts';
import { t } from './retention-words.ts';

const shown = 25;

function columns(): Column<RetentionItem>[] {
  return [
    {
      id: 'item',
      title: t('item'),
      card: 'title',
      render: ({ format, package: name, version, path }) => (
        <span className="retention-name">
          <FormatIcon format={format} size={16} />
          <span className="ph-mono">{name === undefined ? path : `${name} ${version}`}</span>
        </span>
      ),
    },
    { id: 'repository', title: t('repository'), card: 'fact', width: '18%', render: ({ repositoryKey }) => repositoryKey },
    { id: 'stored', title: t('stored'), card: 'fact', width: '130px', render: ({ storedAt }) => <RelativeTime at={storedAt} /> },
    {
      id: 'downloaded',
      title: t('downloaded'),
      card: 'fact',
      width: '140px',
      render: ({ lastDownloadedAt }) =>
        lastDownloadedAt === undefined ? <span className="ph-muted">{t('notDownloaded')}</span> : <RelativeTime at={lastDownloadedAt} />,
    },
    { id: 'size', title: t('size'), card: 'fact', align: 'end', width: '100px', render: ({ bytes }) => formatBytes(bytes) },
  ];
}

/** Shows what the draft would take away now. */
export function Preview({ draft }: { draft: RetentionDraft }) {
  const selection = findSelection(draft);
  return <Section title={t('preview')}>{selection ? <Doomed selection={selection} /> : <p className="ph-muted">{t('previewNeedsRule')}</p>}</Section>;
}

function Doomed({ selection }: { selection: NonNullable<ReturnType<typeof findSelection>> }) {
  const { data, error, refetch } = useQuery(query(previewRetention, { body: { selection, limit: shown } }));
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="ph-muted" aria-live="polite">
        {data && data.total > 0 ? t('previewTotal', { items: t('items', { count: data.total }), size: formatBytes(data.bytes) }) : t('previewHelp')}
      </p>
      <DataTable
        id="retention-preview"
        label={t('preview')}
        columns={columns()}
        rows={data?.items}
        rowKey={({ repositoryKey, path }) => `${repositoryKey}/${path}`}
        total={data?.total}
        empty={<EmptyState icon="good" title={t('previewNone')} />}
      />
    </>
  );
}
