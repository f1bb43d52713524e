import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';
import type { LicensedRow } from './finding.ts';
import { countHeld, selectHeld, selectIssuePage } from './finding-queries.ts';

type Targets = readonly Pick<TargetRow, 'id'>[];

const readIds = (targets: Targets) => targets.map(({ id }) => id);

/** One page of what some files hold, themselves first. */
export const readHeld = (db: Db, targets: Targets, page: { limit: number; offset: number }): Promise<LicensedRow[]> => selectHeld(db, readIds(targets), page);

/** How many components some files hold, themselves included. */
export const countComponents = (db: Db, targets: Targets): Promise<number> => countHeld(db, readIds(targets));

/** How many vulnerabilities of some files are active, what was skipped included. */
export async function countActive(context: Pick<Context, 'db' | 'peers'>, targets: Targets): Promise<number> {
  return (await selectIssuePage(context, readIds(targets), { ignored: false, skipped: true, limit: 0, offset: 0 })).active;
}
