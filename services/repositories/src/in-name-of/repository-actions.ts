import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { RepositoryActions } from '@packhouse/peers/repository-actions.ts';
import { findItem } from '../artifact/item.ts';
import { propertyPlace } from '../artifact/property-place.ts';
import { transferItem } from '../artifact/transfer-item.ts';
import { needRun } from '../build/build.ts';
import { buildRepositoryKey } from '../build/build-place.ts';
import { promoteBuild } from '../build/promotion.ts';
import type { Context } from '../context.ts';
import { everything } from '../directory/sight.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { getName, joinPath, storagePath } from '../storage/path.ts';
import { changeProperties } from '../storage/properties.ts';
import { findPolicyNamed, findRetentionRun, startRetention } from '../upkeep/start-retention.ts';

interface Place {
  repository: string;
  path: string;
}

const writable = (properties: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(properties).map(([key, values]) => [key, [...values]]));

const findRun = (context: Context, actor: Actor, build: { name: string; number: string; projectKey?: string | undefined }) =>
  needRun(context, actor, { name: build.name, number: build.number, repositoryKey: buildRepositoryKey(build.projectKey) });

/** What stands at a place, or nothing. */
async function findThere(context: Context, actor: Actor, { repository, path }: Place) {
  try {
    return await findItem(context, actor, repository, storagePath(path));
  } catch (error) {
    if (error instanceof AppError && error.code === 'artifact_not_found') return undefined;
    throw error;
  }
}

/** SHA-256 of the files of a file or folder, by their paths within it. */
async function listContents(context: Context, actor: Actor, place: Place): Promise<Map<string, string>> {
  const item = await findThere(context, actor, place);
  if (item?.kind === 'file') return new Map([['', item.artifact.sha256]]);
  const found = new Map<string, string>();
  for (const store of item?.holding ?? [])
    for await (const file of walkFiles(context, { repositoryId: store.id, folder: item!.path, sight: everything }))
      found.set(item!.path === '' ? file.path : file.path.slice(item!.path.length + 1), file.sha256);
  return found;
}

/** Where something lies once it has been transferred: under the new name, or in the folder of that name. */
async function listLandings(context: Context, actor: Actor, from: Place, to: Place): Promise<Map<string, string>[]> {
  const inside = { repository: to.repository, path: joinPath(storagePath(to.path), getName(storagePath(from.path))) };
  return Promise.all([listContents(context, actor, to), listContents(context, actor, inside)]);
}

async function isTransferred(context: Context, actor: Actor, { from, to, move }: { from: Place; to: Place; move: boolean }): Promise<boolean> {
  const source = await listContents(context, actor, from);
  const landings = await listLandings(context, actor, from, to);
  if (move) return source.size === 0 && landings.some(({ size }) => size > 0);
  return source.size > 0 && landings.some((landing) => [...source].every(([path, sha256]) => landing.get(path) === sha256));
}

/** What this service does for those who act in somebody's name. */
export function repositoryActions(context: Context): RepositoryActions {
  return {
    async promote(actor, build, { target, source, copy, status, comment, properties, dryRun }) {
      const run = await findRun(context, actor, build);
      const order = { targetRepo: target, sourceRepo: source, copy, status, comment, properties: writable(properties), dryRun };
      return { files: (await promoteBuild(context, actor, run, order)).length };
    },
    async isPromoted(actor, build, comment) {
      const { statuses } = await findRun(context, actor, build);
      return statuses.some((status) => status.comment === comment);
    },
    async transfer(actor, { from, to, move, dryRun = false }) {
      const target = { key: to.repository, path: storagePath(to.path), into: to.path.endsWith('/') };
      return transferItem(context, actor, { from: { key: from.repository, path: storagePath(from.path) }, to: target, move, dryRun });
    },
    isTransferred: (actor, order) => isTransferred(context, actor, order),
    async setProperties(actor, { repository: key, path }, properties, { recursive, dryRun = false }) {
      const item = await findItem(context, actor, key, storagePath(path));
      const { repository, place } = await propertyPlace(context, actor, item, recursive, Object.keys(properties));
      if (!dryRun) await changeProperties(context, repository, place, { actor: actor.name, set: writable(properties) });
    },
    async hasRetention(actor, name) {
      requireAdministrator(actor);
      return (await findPolicyNamed(context, name)) !== undefined;
    },
    async applyRetention(actor, name, address) {
      requireAdministrator(actor);
      const policy = await findPolicyNamed(context, name);
      return policy && (await startRetention(context, policy, { actor, address })).id;
    },
    async readRetention(id) {
      const run = await findRetentionRun(context, id);
      return run && { state: run.status, files: run.files };
    },
  };
}
