import type { ReplicationRun } from '@packhouse/contract/repositories/replication-routes.ts';
import { formatBytes, RelativeTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './replication-words.ts';

const kinds: Record<ReplicationRun['status'], StatusKind> = { waiting: 'neutral', running: 'running', finished: 'good', failed: 'bad', cancelled: 'neutral' };

/** How far a run is, what it did, and what went wrong. */
export function RunResult({ run }: { run: ReplicationRun }) {
  const { status, sent, total, bytes, deleted, current, message } = run;
  const isIdle = total === 0 && message === undefined && status === 'finished';
  return (
    <span>
      <StatusTag kind={kinds[status]}>{t(status)}</StatusTag> {isIdle ? t('nothingToDo') : t('did', { sent, total, size: formatBytes(bytes), deleted })}
      {current !== undefined && <code> {current}</code>}
      {message !== undefined && <span className="ph-muted"> {words().said({ message, reason: run.reason, values: run.values })}</span>}
    </span>
  );
}

export function runColumns(): Column<ReplicationRun>[] {
  return [
    { id: 'result', title: t('result'), card: 'title', render: (run) => <RunResult run={run} /> },
    { id: 'by', title: t('by'), card: 'fact', width: '140px', render: ({ requestedBy }) => (requestedBy === 'schedule' ? t('schedule') : requestedBy) },
    { id: 'begun', title: t('begun'), width: '150px', render: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  ];
}
