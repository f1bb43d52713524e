import { isInsightLevel } from '@packhouse/contract/insight/insight-metrics.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { InsightLevel } from '@packhouse/peers/insight.ts';
import type { Context } from '../context.ts';
import { latestWithin, withPartitions } from '../point/partitions.ts';
import { hasNews, selectNow, setLevels } from '../point/point-queries.ts';

/** A clock may be this far ahead of ours, in milliseconds. */
const aheadWithin = 3_600_000;
/** Levels of one deployment that are taken at once: whoever says more says too much. */
const mostLevels = 100;

/** Labels are few and known, so that nobody elsewhere makes series without end. */
const isKnownLabel = ([name, value]: [string, string]) => name === 'severity' && (severities as readonly string[]).includes(value);

const isModest = ({ metric, labels, value }: InsightLevel) => isInsightLevel(metric) && Number.isFinite(value) && Object.entries(labels).every(isKnownLabel);

/** Keeps how things stood in another deployment. */
export async function noteLevels({ db }: Pick<Context, 'db'>, unit: string, at: Date, levels: readonly InsightLevel[]): Promise<void> {
  const amounts = levels
    .slice(0, mostLevels)
    .filter(isModest)
    .map((one) => ({ ...one, labels: { ...one.labels, unit } }));
  // It is told every half minute, and seldom anything new.
  if (amounts.length === 0 || !(await hasNews(db, amounts, at))) return;
  const now = (await selectNow(db)).getTime();
  if (at.getTime() < now - latestWithin || at.getTime() > now + aheadWithin) return;
  await withPartitions(db, [at], () => setLevels(db, amounts, at));
}
