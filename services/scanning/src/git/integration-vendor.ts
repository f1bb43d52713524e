import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { GitSource } from '../git-read/git-source.ts';
import type { IntegrationRow } from '../integration/integration-queries.ts';
import type { Quota } from '../integration/integration-table.ts';
import { openVendor } from '../vendor/open-vendor.ts';
import type { Vendor } from '../vendor/vendor.ts';

interface Opened {
  vendor: Vendor;
  token: string;
}

/** Vendors by how they are reached: each remembers what is left of its quota. */
const opened = new LRUCache<string, Opened>({ max: 200 });

/** The vendor of an integration, with its token. */
export function openIntegration(
  { platform }: Pick<Context, 'platform'>,
  { key, vendor: code, url, user_name: userName, sealed }: Pick<IntegrationRow, 'key' | 'vendor' | 'url' | 'user_name' | 'sealed'>,
): Opened {
  const id = JSON.stringify([platform.databaseUrl, key, code, url, userName, sealed]);
  const known = opened.get(id);
  if (known) return known;
  const token = platform.secrets.decrypt(sealed);
  const made = { vendor: openVendor({ code, url, userName, token }, platform.outgoing), token };
  opened.set(id, made);
  return made;
}

/** What is left of the quota, as it is kept. */
export function readQuota(vendor: Vendor): Quota | null {
  const quota = vendor.quota();
  return quota ? { ...quota, resetsAt: quota.resetsAt.toISOString() } : null;
}

const plainHost = ({ hostname }: URL) => hostname.replace(/^(?:api|www)\./, '');

/** Where a repository is read. The token goes to the server that it was given for, whatever address the vendor names. @throws AppError */
export function makeSource({ url }: IntegrationRow, cloneUrl: string, { vendor, token }: Opened): GitSource {
  const [own, other] = [new URL(url), new URL(cloneUrl)];
  const isOwn = plainHost(own) === plainHost(other) && own.protocol === other.protocol && own.port === other.port;
  if (!isOwn) throw new AppError(gitWords.git_elsewhere, { host: own.host, other: other.host });
  return { url: cloneUrl, header: vendor.gitHeader(), secrets: [token] };
}
