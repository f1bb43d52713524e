import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { type AuditRecord, listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { absoluteTime, Button, CopyButton, Dialog, Facts, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { actionName } from './action-words.ts';
import { t } from './audit-words.ts';
import { type Difference, differences, fieldName } from './differences.ts';

type Entry = z.output<typeof AuditRecord>;

interface AuditRecordDrawerProps {
  id: number;
  /** The record where the list has it already. */
  known: Entry | undefined;
  onClose: () => void;
  onActor: (name: string) => void;
}

/** One record of the log with what it changed. */
export function AuditRecordDrawer({ id, known, onClose, onActor }: AuditRecordDrawerProps) {
  // Records stand by number, newest first: the first one after the next number is this one.
  const result = useQuery({ ...query(listAuditRecords, { query: { after: String(id + 1), limit: 1 } }), enabled: known === undefined });
  const found = known ?? result.data?.items.find((record) => record.id === id);
  return (
    <Dialog title={found ? actionName(found.action) : t('recordTitle', { id: String(id) })} shape="drawer" onClose={onClose}>
      {found ? (
        <Record record={found} onActor={onActor} />
      ) : result.error ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : result.data ? (
        <p className="ph-muted">{t('noSuchRecord')}</p>
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Dialog>
  );
}

function Record({ record, onActor }: { record: Entry; onActor: (name: string) => void }) {
  const { before, after } = record;
  const found = differences(before, after);
  return (
    <div className="ph-stack">
      <Facts
        items={[
          [t('time'), absoluteTime(new Date(record.at))],
          [
            t('actor'),
            <span key="actor" className="access-name">
              {record.actor}
              <Button size="small" kind="ghost" icon="filter" onClick={() => onActor(record.actor)}>
                {t('allByActor')}
              </Button>
            </span>,
          ],
          [t('address'), <code key="address">{record.address}</code>],
          [t('action'), <code key="action">{record.action}</code>],
          [t('subject'), record.name ?? <code key="subject">{record.subject}</code>],
          record.name === null ? undefined : [t('id'), <code key="id">{record.subject}</code>],
        ]}
      />
      <section className="access-diff">
        <header>
          <h3>{t('changes')}</h3>
          <CopyButton value={JSON.stringify(record, undefined, 2)} label={t('copyJson')} />
        </header>
        {found.length === 0 ? <p className="ph-muted">{t('noChanges')}</p> : found.map((one) => <Change key={one.field} difference={one} />)}
      </section>
    </div>
  );
}

function Change({ difference: { field, before, after, added, removed } }: { difference: Difference }) {
  if (added && removed)
    return (
      <div className="access-change">
        {field && <h4>{fieldName(field)}</h4>}
        {removed.map((name) => (
          <Line key={`- ${name}`} kind="before" text={name} />
        ))}
        {added.map((name) => (
          <Line key={`+ ${name}`} kind="after" text={name} />
        ))}
      </div>
    );
  return (
    <div className="access-change">
      {field && <h4>{fieldName(field)}</h4>}
      {before !== undefined && <Line kind="before" text={before} />}
      {after !== undefined && <Line kind="after" text={after} />}
    </div>
  );
}

function Line({ kind, text }: { kind: 'before' | 'after'; text: string }) {
  return (
    <pre data-kind={kind}>
      <span className="ph-hidden-text">{t(kind)} </span>
      <span aria-hidden>{kind === 'before' ? '−' : '+'}</span>
      <span>{text === '' ? t('empty') : text}</span>
    </pre>
  );
}
