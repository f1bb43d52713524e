import { type Action, type Actor, type Grant, patternExpression } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, never, some } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';

const matches = (patterns: readonly string[]): Condition =>
  some(patterns.map((pattern) => sql<SqlBool>`(bundle.name || '/' || bundle.version) ~ ${patternExpression(pattern)}`));

/** Bundles belong to no project, so what is granted in one says nothing here. */
function allowed(grant: Grant, action: Action): Condition {
  const gives = grant.actions.includes(action) || (action === 'read' && grant.distributes === true);
  if (grant.resourceType !== 'releaseBundle' || grant.project || !gives) return never;
  const named: Condition = grant.names.includes('ANY') ? always : sql`bundle.name = any(${[...grant.names]}::text[])`;
  const included: Condition = grant.include.length === 0 ? always : matches(grant.include);
  const within: Condition = grant.within ? some(grant.within.map((outer) => allowed(outer, action))) : always;
  return sql`(${named} and ${included} and not ${matches(grant.exclude)} and ${within})`;
}

/** Gives what `isAllowed` answers, of reading what `maySee` answers, as a condition over rows of bundles. */
export function readableReleaseBundles(actor: Actor, action: Action = 'read'): Condition {
  const granted = (grants: readonly Grant[]) => some(grants.map((grant) => allowed(grant, action)));
  return sql`(${actor.scope ? granted(actor.scope) : always} and ${actor.administrator ? always : granted(actor.grants)})`;
}
