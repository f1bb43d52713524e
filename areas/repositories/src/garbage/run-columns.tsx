import type { GarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { formatBytes, formatNumber, RelativeTime, type StatusKind, StatusTag, Tag, Tooltip, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './garbage-words.ts';

const kinds: Record<GarbageRun['status'], StatusKind> = { waiting: 'neutral', running: 'running', finished: 'good', failed: 'bad' };

/** How far a collection is; of a failed one also why. */
function RunStatus({ run: { status, message, reason, values } }: { run: GarbageRun }) {
  const tag = <StatusTag kind={kinds[status]}>{t(status)}</StatusTag>;
  return message === undefined ? tag : <Tooltip text={words().said({ message, reason, values })}>{tag}</Tooltip>;
}

const amount = (count: number, bytes: number) => (count === 0 ? '0' : t('amount', { count: formatNumber(count), size: formatBytes(bytes) }));

/** Columns of the latest collections. */
export const runColumns: Column<GarbageRun>[] = [
  {
    id: 'when',
    title: t('when'),
    card: 'title',
    width: '200px',
    render: ({ startedAt, dryRun }) => (
      <span className="garbage-when">
        <RelativeTime at={startedAt} /> {dryRun && <Tag>{t('dryRun')}</Tag>}
      </span>
    ),
  },
  { id: 'status', title: t('status'), card: 'fact', width: '130px', render: (run) => <RunStatus run={run} /> },
  { id: 'freed', title: t('freed'), card: 'fact', render: ({ freed, freedBytes }) => amount(freed, freedBytes) },
  { id: 'condemned', title: t('newlyMarked'), render: ({ condemned, condemnedBytes }) => amount(condemned, condemnedBytes) },
  {
    id: 'spared',
    title: t('spared'),
    render: ({ spared }) =>
      spared === 0 ? (
        '0'
      ) : (
        <Tooltip text={t('sparedHelp')}>
          <span>{formatNumber(spared)}</span>
        </Tooltip>
      ),
  },
  { id: 'examined', title: t('examined'), render: ({ examined }) => formatNumber(examined) },
  { id: 'staging', title: t('uploads'), render: ({ staging }) => formatNumber(staging) },
  { id: 'by', title: t('by'), render: ({ requestedBy }) => (requestedBy === 'schedule' ? t('schedule') : requestedBy) },
];
