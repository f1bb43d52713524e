import type { Want } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type RemoteListing, remoteListing } from '../upstream/remote-index.ts';
import { judgeListing } from './judgement.ts';
import type { Judgement } from './verdict.ts';

/** A listing of an upstream as it may be shown. */
export interface OfferedListing extends RemoteListing {
  /** Keys of what is left out of its document; absent where nothing is. */
  left?: ReadonlySet<string>;
  /** What rules say of it, those included that only observe. */
  judgement?: Judgement;
}

/** The upstream's listing without what rules hold back. @throws AppError as `remoteListing` */
export async function offeredListing(context: Context, repository: RemoteRepository, want: Want): Promise<OfferedListing | undefined> {
  const listing = await remoteListing(context, repository, want);
  const guard = context.firewall.guard(repository.key);
  const { offers } = getFormat(repository.format);
  if (!listing || !offers || !guard) return listing;
  if (want.package === undefined && !offers.coversAll) return listing;
  const judgement = await judgeListing(context, guard, repository, want, listing);
  const { held: left, digest } = judgement;
  if (left.size === 0) return { ...listing, judgement };
  return { ...listing, left, judgement, validator: `${listing.validator}:${digest}`, model: async () => offers.without(await listing.model(), left) };
}
