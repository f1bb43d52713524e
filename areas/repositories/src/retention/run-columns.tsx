import type { RetentionRun } from '@packhouse/contract/repositories/retention-routes.ts';
import { formatBytes, RelativeTime, type StatusKind, StatusTag, Tooltip, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './retention-words.ts';

const kinds: Record<RetentionRun['status'], StatusKind> = { waiting: 'neutral', running: 'running', finished: 'good', failed: 'bad' };

/** How far a run is; of a failed one also why. */
export function RunStatus({ run: { status, message, reason, values } }: { run: RetentionRun }) {
  const tag = <StatusTag kind={kinds[status]}>{t(status)}</StatusTag>;
  return message === undefined ? tag : <Tooltip text={words().said({ message, reason, values })}>{tag}</Tooltip>;
}

export function resultText({ items, bytes, dryRun }: RetentionRun): string {
  const text = t('tookAway', { count: items, size: formatBytes(bytes) });
  return dryRun ? t('counted', { items: text }) : text;
}

export function runColumns(): Column<RetentionRun>[] {
  return [
    { id: 'policy', title: t('policy'), card: 'title', width: '30%', render: ({ policyName }) => policyName },
    { id: 'status', title: t('status'), card: 'fact', width: '130px', render: (run) => <RunStatus run={run} /> },
    { id: 'result', title: t('result'), card: 'fact', render: resultText },
    { id: 'by', title: t('by'), card: 'fact', render: ({ requestedBy }) => (requestedBy === 'schedule' ? t('schedule') : requestedBy) },
    { id: 'when', title: t('when'), width: '150px', render: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  ];
}
