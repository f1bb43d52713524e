import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { selectBytesOf, selectHeldBytes } from './usage-queries.ts';

/** A measurement may be this old, in milliseconds; it is taken again before anything is refused. */
const measurementAge = 10_000;
export const megabyte = 1024 * 1024;

type Holder = { repositoryId: number } | { projectKey: string };

interface Limit {
  holder: Holder;
  /** For the message: 'The repository libs'. */
  name: string;
  bytes: number;
  onlyWarns: boolean;
}

const measured = new LRUCache<string, number>({ max: 10_000, ttl: measurementAge });
const getKey = (context: Pick<Context, 'platform'>, holder: Holder) => `${context.platform.databaseUrl} ${JSON.stringify(holder)}`;

async function heldBytes(context: Context, holder: Holder, fresh: boolean): Promise<number> {
  const key = getKey(context, holder);
  const known = fresh ? undefined : measured.get(key);
  if (known !== undefined) return known;
  const bytes = await selectHeldBytes(context.db, holder);
  measured.set(key, bytes);
  return bytes;
}

async function readLimits(context: Context, repository: Repository): Promise<Limit[]> {
  if (repository.class !== 'local') return [];
  const { quotaMegabytes, quotaOnlyWarns } = repository.settings;
  const quota = repository.projectKey === undefined ? undefined : (await context.peers.projects?.find(repository.projectKey))?.quota;
  return [
    ...(quotaMegabytes > 0
      ? [{ holder: { repositoryId: repository.id }, name: `The repository ${repository.key}`, bytes: quotaMegabytes * megabyte, onlyWarns: quotaOnlyWarns }]
      : []),
    ...(quota && repository.projectKey !== undefined
      ? [{ holder: { projectKey: repository.projectKey }, name: `The project ${repository.projectKey}`, bytes: quota.bytes, onlyWarns: quota.onlyWarns }]
      : []),
  ];
}

/** In megabytes, as quotas are set; less than a tenth of one in kilobytes, less than one of these in bytes. */
function inWords(bytes: number): string {
  if (bytes === 0 || bytes >= megabyte / 10) return `${(bytes / megabyte).toFixed(1)} MB`;
  return bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${bytes} B`;
}

/**
 * Holds new content against the quotas of its repository and project, before anything of it becomes visible.
 * @throws AppError `quota_exceeded` naming what is full and by how much
 */
export async function requireRoom(context: Context, repository: Repository, contents: readonly ({ size: number } | { sha256: string })[]): Promise<void> {
  const limits = await readLimits(context, repository);
  if (limits.length === 0) return;
  const known = contents.flatMap((content) => ('size' in content ? [] : [content.sha256]));
  const staged = contents.reduce((sum, content) => sum + ('size' in content ? content.size : 0), 0);
  const incoming = staged + (known.length > 0 ? await selectBytesOf(context.db, known) : 0);
  for (const { holder, name, bytes, onlyWarns } of limits) {
    const fits = async (fresh: boolean) => (await heldBytes(context, holder, fresh)) + incoming <= bytes;
    if ((await fits(false)) || (await fits(true))) {
      measured.set(getKey(context, holder), (await heldBytes(context, holder, false)) + incoming);
      continue;
    }
    const held = await heldBytes(context, holder, false);
    const values = { name, limit: inWords(bytes), held: inWords(held), incoming: inWords(incoming) };
    if (!onlyWarns) throw new AppError(repositoryWords.quota_reached, values, { detail: { limit: bytes, held, incoming } });
    context.log.warn({ repository: repository.key, limit: bytes, held, incoming }, 'a storage quota is exceeded');
  }
}
