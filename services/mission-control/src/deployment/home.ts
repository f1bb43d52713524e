import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from '../context.ts';
import { insertHome } from './deployment-queries.ts';

/** Sees to it that this deployment stands in its own list: it needs no network for that, and nobody's trust. */
export async function makeHome({ db, platform, peers }: Context): Promise<void> {
  const id = peers.installation?.id ?? randomUUID();
  const name = (await peers.installation?.face())?.serverName || hostname();
  await insertHome(db, { id, name, url: platform.customBaseUrl ?? platform.config.baseUrl ?? '' });
}
