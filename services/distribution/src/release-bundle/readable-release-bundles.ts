import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Action, type Actor, type Grant, isAllowed, patternExpression, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Tells what a version of a release bundle is to permissions: patterns look at `name/version`. */
export function releaseBundleResource(name: string, version?: string): Resource {
  return { type: 'releaseBundle', name, ...(version === undefined ? {} : { path: `${name}/${version}` }) };
}

/** Allowed on some release bundle, whichever. */
function isAllowedOnSome(actor: Actor, action: Action): boolean {
  if (isAllowed(actor, action, releaseBundleResource(''))) return true;
  const grants = [...actor.grants, ...(actor.scope ?? [])].filter(({ resourceType }) => resourceType === 'releaseBundle');
  return grants.some(({ names }) => names.some((name) => isAllowed(actor, action, releaseBundleResource(name))));
}

/** @throws AppError `forbidden` */
export function authoriseOnSome(actor: Actor, action: Action): void {
  if (isAllowedOnSome(actor, action)) return;
  throw new AppError(distributionWords.bundle_action_needed, { action });
}

type Condition = RawBuilder<SqlBool>;
const any = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`);

const matches = (patterns: readonly string[]): Condition =>
  any(patterns.map((pattern) => sql<SqlBool>`(bundle.name || '/' || bundle.version) ~ ${patternExpression(pattern)}`));

/** Bundles belong to no project, so what is granted in one says nothing here. */
function allowed(grant: Grant, action: Action): Condition {
  if (grant.resourceType !== 'releaseBundle' || grant.project || !grant.actions.includes(action)) return sql`false`;
  const named: Condition = grant.names.includes('ANY') ? sql`true` : sql`bundle.name = any(${[...grant.names]}::text[])`;
  const included: Condition = grant.include.length === 0 ? sql`true` : matches(grant.include);
  const within: Condition = grant.within ? any(grant.within.map((outer) => allowed(outer, action))) : sql`true`;
  return sql`(${named} and ${included} and not ${matches(grant.exclude)} and ${within})`;
}

/** Gives what `isAllowed` answers, as a condition over rows of bundles. */
export function readableReleaseBundles(actor: Actor, action: Action = 'read'): Condition {
  const granted = (grants: readonly Grant[]) => any(grants.map((grant) => allowed(grant, action)));
  return sql`(${actor.scope ? granted(actor.scope) : sql`true`} and ${actor.administrator ? sql`true` : granted(actor.grants)})`;
}
