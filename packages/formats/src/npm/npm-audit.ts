import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Rendered, Rows } from '../format.ts';
import { plainJson, recordOf } from '../text/plain-json.ts';
import { readJson } from '../text/read-body.ts';
import { json } from '../text/render-json.ts';

/** Of the unpacked question; a tree of ten thousand packages has about three megabytes. */
const bodyLimit = 4 * 1024 * 1024;

async function isOurs(name: string, rows: readonly Rows[]): Promise<boolean> {
  for (const one of rows) if (await one.package(name)) return true;
  return false;
}

/** Asks the upstream; without one we know of no advisory, and say so. */
async function askUpstream(context: AuxContext, question: unknown, nothing: unknown): Promise<Rendered> {
  const answer = await context.upstream?.(context.request.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: Buffer.from(JSON.stringify(question)),
  });
  if (!context.upstream) return json(nothing);
  if (!answer) throw new AppError('upstream_failed', { message: 'No upstream answered the audit' });
  if (answer.status !== 200) throw new AppError('upstream_failed', { message: `The upstream answered the audit with ${answer.status}` });
  return { contentType: 'application/json; charset=utf-8', body: answer.body };
}

/** `{ name: [versions] }` in, `{ name: [advisories] }` out. Names that a local repository holds never reach the upstream. */
export async function bulkAdvisories(context: AuxContext): Promise<Rendered> {
  const asked = recordOf(await readJson(context.body, bodyLimit, context.request.headers['content-encoding']));
  if (!asked) throw new AppError('bad_request', { message: 'The body must be an object of versions by name' });
  const foreign: [string, unknown][] = [];
  for (const entry of Object.entries(asked)) if (!(await isOurs(entry[0], context.rows))) foreign.push(entry);
  return foreign.length === 0 ? json({}) : askUpstream(context, Object.fromEntries(foreign), {});
}

async function withoutOurs(tree: unknown, rows: readonly Rows[], counted: { total: number }): Promise<Record<string, unknown>> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(recordOf(tree) ?? {})) {
    counted.total += 1;
    const node = recordOf(value) ?? {};
    const inner = await withoutOurs(node.dependencies, rows, counted);
    if (!(await isOurs(name, rows))) kept.push([name, { ...node, dependencies: inner }]);
  }
  return Object.fromEntries(kept);
}

/** The older audit: a whole dependency tree in, a report out. */
export async function treeAudit(context: AuxContext): Promise<Rendered> {
  // Copied with a limit to its depth, so that the walk below is bounded too.
  const asked = recordOf(plainJson(await readJson(context.body, bodyLimit, context.request.headers['content-encoding'])));
  if (!asked) throw new AppError('bad_request', { message: 'The body must be a dependency tree' });
  const counted = { total: 0 };
  const dependencies = await withoutOurs(asked.dependencies, context.rows, counted);
  const requires = Object.fromEntries(Object.entries(recordOf(asked.requires) ?? {}).filter(([name]) => Object.hasOwn(dependencies, name)));
  const vulnerabilities = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
  const nothing = {
    actions: [],
    advisories: {},
    muted: [],
    metadata: { vulnerabilities, dependencies: counted.total, devDependencies: 0, optionalDependencies: 0, totalDependencies: counted.total },
  };
  // The project's own name and version are no business of the upstream.
  return askUpstream(context, { ...asked, name: undefined, version: undefined, requires, dependencies }, nothing);
}
