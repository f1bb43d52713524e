import { AppError } from '@packhouse/contract/errors.ts';
import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';
import type { UnitConnections, UnitStorage } from '@packhouse/contract/insight/insight-routes.ts';
import { insightWords } from '@packhouse/contract/insight/insight-words.ts';
import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import type { Context } from '../context.ts';
import { selectNow } from '../point/point-queries.ts';
import { lastOf, readLines } from './lines.ts';
import { makeSpan, tellSpan } from './span.ts';
import type { Sought } from './trend-queries.ts';

interface AskedUnit {
  id: string;
  isHome: boolean;
}

/** The deployment that is asked about: this one where none is named. @throws AppError `not_found` */
async function findUnit({ peers }: Pick<Context, 'peers'>, unit: string): Promise<AskedUnit> {
  const home = peers.installation?.id ?? '';
  if (unit === '' || unit === home) return { id: home, isHome: true };
  const known = await peers.deployments?.find(unit);
  if (!known) throw new AppError(insightWords.no_unit, { unit });
  return { id: known.id, isHome: known.home };
}

/** How much a deployment stored: this one by its own figures, others by what they told. */
export async function readStorageOfUnit(context: Context, asked: string, period: InsightPeriod): Promise<UnitStorage> {
  const { id: unit, isHome } = await findUnit(context, asked);
  const span = makeSpan(period, await selectNow(context.db));
  const sought: Sought[] = [{ metric: 'blobBytes', labels: isHome ? {} : { unit } }];
  const [line] = await readLines(context, span, [sought], { counted: isHome });
  const values = [...(line?.now ?? [])];
  return { unit, ...tellSpan(span), bytes: lastOf(values), values };
}

/** What goes between a deployment and others: what ran within the period, what never ran, and what fails, however long it has. */
export async function readConnectionsOfUnit(context: Context, asked: string, period: InsightPeriod, kind: Connection['kind']): Promise<UnitConnections> {
  const { id: unit } = await findUnit(context, asked);
  const { step: _, ...span } = tellSpan(makeSpan(period, await selectNow(context.db)));
  const all = (await context.peers.deployments?.connections(unit)) ?? [];
  const items = all.filter((one) => one.kind === kind && (one.lastAt === null || one.error !== null || one.lastAt >= span.from));
  return { unit, ...span, items };
}
