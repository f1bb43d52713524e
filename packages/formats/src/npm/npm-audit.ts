import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Rendered, Rows } from '../format.ts';
import { findRecord, plainJson } from '../text/plain-json.ts';
import { readJson } from '../text/read-json.ts';
import { json } from '../text/render-json.ts';
import { refusals } from './npm-refusals.ts';

/** Of the unpacked question; a tree of ten thousand packages has about three megabytes. */
const bodyLimit = 4 * 1024 * 1024;

/** As many different names as one question may have. */
const mostNames = 20_000;

/** The names among these that a local repository holds. @throws AppError `too_large` */
async function oursAmong(names: ReadonlySet<string>, rows: readonly Rows[]): Promise<Set<string>> {
  if (names.size > mostNames) throw new AppError(refusals.audit_names_too_many, { count: mostNames });
  const asked = [...names];
  const found = await Promise.all(rows.map((one) => one.knownNames(asked)));
  return new Set(found.flat());
}

/** Asks the upstream; without one we know of no advisory, and say so. */
async function askUpstream(context: AuxContext, question: unknown, nothing: unknown): Promise<Rendered> {
  const answer = await context.upstream?.(context.request.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: Buffer.from(JSON.stringify(question)),
  });
  if (!context.upstream) return json(nothing);
  if (!answer) throw new AppError(refusals.no_upstream_answered_audit);
  if (answer.status !== 200) throw new AppError(refusals.upstream_answered_audit, { status: answer.status });
  return { contentType: 'application/json; charset=utf-8', body: answer.body };
}

/** `{ name: [versions] }` in, `{ name: [advisories] }` out. Names that a local repository holds never reach the upstream. */
export async function bulkAdvisories(context: AuxContext): Promise<Rendered> {
  const asked = findRecord(await readJson(context.body, bodyLimit, context.request.headers['content-encoding']));
  if (!asked) throw new AppError(refusals.body_is_no_versions);
  const ours = await oursAmong(new Set(Object.keys(asked)), context.rows);
  const foreign = Object.entries(asked).filter(([name]) => !ours.has(name));
  return foreign.length === 0 ? json({}) : askUpstream(context, Object.fromEntries(foreign), {});
}

/** Adds the names of a tree to those found so far. Returns how many packages the tree has. */
function collectNames(tree: unknown, found: Set<string>): number {
  let total = 0;
  for (const [name, node] of Object.entries(findRecord(tree) ?? {})) {
    found.add(name);
    total += 1 + collectNames(findRecord(node)?.dependencies, found);
  }
  return total;
}

function withoutOurs(tree: unknown, ours: ReadonlySet<string>): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(findRecord(tree) ?? {})) {
    if (ours.has(name)) continue;
    const node = findRecord(value) ?? {};
    kept.push([name, { ...node, dependencies: withoutOurs(node.dependencies, ours) }]);
  }
  return Object.fromEntries(kept);
}

/** The older audit: a whole dependency tree in, a report out. */
export async function treeAudit(context: AuxContext): Promise<Rendered> {
  // Copied with a limit to its depth, so that the walk below is bounded too.
  const asked = findRecord(plainJson(await readJson(context.body, bodyLimit, context.request.headers['content-encoding'])));
  if (!asked) throw new AppError(refusals.body_is_no_dependency_tree);
  const names = new Set<string>();
  const total = collectNames(asked.dependencies, names);
  const dependencies = withoutOurs(asked.dependencies, await oursAmong(names, context.rows));
  const requires = Object.fromEntries(Object.entries(findRecord(asked.requires) ?? {}).filter(([name]) => Object.hasOwn(dependencies, name)));
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
  const nothing = {
    actions: [],
    advisories: {},
    muted: [],
    metadata: { vulnerabilities, dependencies: total, devDependencies: 0, optionalDependencies: 0, totalDependencies: total },
  };
  // The project's own name and version are no business of the upstream.
  return askUpstream(context, { ...asked, name: undefined, version: undefined, requires, dependencies }, nothing);
}
