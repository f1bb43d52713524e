import type { Context } from '../context.ts';
import type { KnownRow } from './deployment-queries.ts';

/** Deployments with where they are now: of others that is kept with the trust in them, which follows when they move, and this one knows it of itself. */
export async function withAddresses({ peers }: Pick<Context, 'peers'>, rows: readonly KnownRow[]): Promise<KnownRow[]> {
  const known = new Map(((await peers.trust?.list('mission-control')) ?? []).map(({ id, url }) => [id, url]));
  return rows.map((row) => ({ ...row, url: (row.home ? row.beacon?.url : known.get(row.id)) || row.url }));
}
