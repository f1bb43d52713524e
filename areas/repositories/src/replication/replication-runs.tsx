import type { ReplicationRun } from '@packhouse/contract/repositories/replication-routes.ts';
import { formatBytes, RelativeTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './replication-words.ts';

const kinds: Record<ReplicationRun['status'], StatusKind> = { waiting: 'neutral', running: 'running', finished: 'good', failed: 'bad', cancelled: 'neutral' };

/** How far a run is, what it did, and what went wrong; where nothing else says it, also when it began. */
export function RunResult({ run, isPull, isDated = false }: { run: ReplicationRun; isPull: boolean; isDated?: boolean }) {
  const { status, sent, total, bytes, deleted, current, message } = run;
  const isIdle = total === 0 && message === undefined && status === 'finished';
  return (
    <div>
      <div>
        <StatusTag kind={kinds[status]}>{t(status)}</StatusTag> {isDated && <RelativeTime at={run.startedAt} />}
      </div>
      <div>
        {isIdle ? t('nothingToDo') : t(isPull ? 'brought' : 'did', { sent, total, size: formatBytes(bytes), deleted })}
        {current !== undefined && <code> {current}</code>}
      </div>
      {message !== undefined && <div className="ph-muted">{words().said({ message, reason: run.reason, values: run.values })}</div>}
    </div>
  );
}

export function runColumns(isPull: boolean): Column<ReplicationRun>[] {
  return [
    { id: 'result', title: t('result'), card: 'title', render: (run) => <RunResult run={run} isPull={isPull} /> },
    { id: 'by', title: t('by'), card: 'fact', width: '140px', render: ({ requestedBy }) => (requestedBy === 'schedule' ? t('schedule') : requestedBy) },
    { id: 'begun', title: t('begun'), width: '150px', render: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  ];
}
