import { getFormat } from '@packhouse/formats/formats.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { Want } from '@packhouse/formats/want.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { remoteListing } from '../upstream/remote-index.ts';
import type { RuleRow } from './firewall-queries.ts';
import { readVersionTimes } from './version-times.ts';

/** What an offer says that rules of a kind ask. */
const facts = { age: 'published', licence: 'licences', deprecated: 'deprecated', installScript: 'installScript', provenance: 'provenance' } as const;

const asked = (rules: readonly RuleRow[]) =>
  [...new Set(rules.map(({ condition: { kind } }) => (kind in facts ? facts[kind as keyof typeof facts] : undefined)))].filter((fact) => fact !== undefined);

/** A copy of a listing beside another that does not name an offer may be this old at most. */
const besideAge = 5000;
/** Listings of an upstream lead to so many more at most. */
const mostMore = 200;

type Beside = ReadonlyMap<string, Offer>;

async function readBeside(context: Context, repository: RemoteRepository, name: string, newerThan?: Date): Promise<Beside> {
  const { offers: rules } = getFormat(repository.format);
  const found = new Map<string, Offer>();
  const read = async (want: Want): Promise<readonly Want[]> => {
    const listing = await remoteListing(context, repository, want, newerThan ? { newerThan } : {});
    const { offers, more } = (await listing?.offers()) ?? { offers: [], more: [] };
    for (const offer of offers) found.set(offer.key, offer);
    return more;
  };
  const first = rules?.beside?.listing(name);
  if (!first) return found;
  for (const want of (await read(first)).slice(0, mostMore)) await read(want);
  return found;
}

/** What another listing of the upstream says of the same offers. */
async function besides(context: Context, repository: RemoteRepository, name: string, offers: readonly Offer[]): Promise<Beside> {
  try {
    const found = await readBeside(context, repository, name);
    // A copy may be older than what is offered.
    const isOld = found.size > 0 && offers.some(({ key }) => !found.has(key));
    return isOld ? await readBeside(context, repository, name, new Date(Date.now() - besideAge)) : found;
  } catch (err) {
    context.log.warn({ err, repository: repository.key, package: name }, 'what an upstream says beside its listing could not be read');
    return new Map();
  }
}

/** Offers with all that the upstream says of them, and for how many milliseconds that is to be taken for all. */
interface KnownOffers {
  offers: readonly Offer[];
  holds: number;
}

/** What stands beside a listing may change without it; what could not be asked is asked again soon. */
const besideHolds = 60_000;
const incompleteHolds = 5000;

/** Asks the upstream for what rules ask and its listing does not say. */
export async function completeOffers(
  context: Context,
  repository: RemoteRepository,
  rules: readonly RuleRow[],
  name: string,
  listed: readonly Offer[],
): Promise<KnownOffers> {
  const format = getFormat(repository.format).offers;
  const needed = asked(rules);
  const lacks = (offer: Offer) => needed.some((fact) => offer[fact] === undefined);
  let offers = listed;
  let holds = Number.POSITIVE_INFINITY;
  if (format?.beside && offers.some(lacks)) {
    holds = besideHolds;
    const found = await besides(context, repository, name, offers);
    offers = offers.map((offer) => ({ ...offer, ...pick(found.get(offer.key), offer) }));
  }
  if (format?.published && needed.includes('published')) {
    const open = offers.filter(({ published }) => published === undefined).map(({ version }) => version);
    const { times, incomplete } = await readVersionTimes(context, repository, name, open);
    if (incomplete) holds = incompleteHolds;
    else if (open.some((version) => !times.has(version))) holds = Math.min(holds, besideHolds);
    offers = offers.map((offer) => ({ ...offer, published: offer.published ?? times.get(offer.version) }));
  }
  return { offers, holds };
}

/** What another source says of an offer that does not say it itself. */
function pick(other: Offer | undefined, offer: Offer): Partial<Offer> {
  return Object.fromEntries(Object.values(facts).flatMap((fact) => (offer[fact] === undefined && other?.[fact] !== undefined ? [[fact, other[fact]]] : [])));
}
