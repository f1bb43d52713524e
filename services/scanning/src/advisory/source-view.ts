import type * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import type { RunRow, SourceRow } from './source-queries.ts';

export const toRun = (row: RunRow): contract.ImportRun => ({
  id: row.id,
  status: row.status,
  requestedBy: row.requested_by,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  progress: row.step === null || row.finished_at ? null : { step: row.step, done: row.done, total: row.total },
  records: row.records,
  changed: row.changed,
  withdrawn: row.withdrawn,
  rejected: row.rejected,
  rejects: row.rejects,
  message: row.message,
  ...(row.message === null ? {} : { said: { message: row.message, ...row.said } }),
});

export const toInput = ({ name, url, every, enabled, complete, kind, covers }: SourceRow): contract.AdvisorySourceInput => ({
  name,
  url,
  every,
  enabled,
  complete,
  kind,
  covers,
});

const periods = { day: 23, week: 167 } as const;

/** When a source is looked at next, at the earliest; undefined when nobody does by itself. */
function getNext({ url, every, enabled, checked_at }: SourceRow): Date | undefined {
  if (url === null || !enabled || every === 'never') return undefined;
  return new Date(Math.max(Date.now(), (checked_at?.getTime() ?? 0) + periods[every] * 60 * 60_000));
}

export const toSource = (row: SourceRow, figures: { advisories?: number | undefined; lastRun?: RunRow | undefined } = {}): contract.AdvisorySource => ({
  id: row.id,
  ...toInput(row),
  advisories: figures.advisories ?? 0,
  modifiedAt: row.modified_at.toISOString(),
  modifiedBy: row.modified_by,
  lastRun: figures.lastRun ? toRun(figures.lastRun) : null,
  preset: row.preset,
  goodAt: row.good_at?.toISOString() ?? null,
  nextAt: getNext(row)?.toISOString() ?? null,
});
