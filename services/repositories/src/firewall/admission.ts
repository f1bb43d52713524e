import { AppError } from '@packhouse/contract/errors.ts';
import { firewallWords } from '@packhouse/contract/repositories/firewall-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Format, Want } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { remoteListing } from '../upstream/remote-index.ts';
import type { Guard } from './firewall.ts';
import type { RuleRow } from './firewall-queries.ts';
import { judgeAlone, judgeListing } from './judgement.ts';
import { readStoredOffer } from './stored-offer.ts';
import type { Held, Judgement, Verdict } from './verdict.ts';

/** Somebody asks for something. */
export interface Asker {
  context: Context;
  request: FastifyRequest;
  actor: Actor;
}

interface Place {
  package: string;
  version: string;
}

function note({ context, actor }: Asker, repository: RemoteRepository, place: Place, { rule }: Held, outcome: 'observed' | 'refused'): void {
  context.firewall.records.note({
    ruleId: rule.id,
    rule: rule.name,
    repository: repository.key,
    ...place,
    actor: actor.kind === 'anonymous' ? '' : actor.name,
    outcome,
    place: 'download',
    versions: 1,
  });
}

/** Counts what rules leave out of a listing that somebody gets, or would leave out if they did not only observe. */
export function noteLeftOut({ context, request, actor }: Asker, { key: repository }: RemoteRepository, { leftOut }: Judgement): void {
  if (request.method !== 'GET') return;
  for (const { rule, ...left } of leftOut)
    context.firewall.records.note({
      ...left,
      ruleId: rule.id,
      rule: rule.name,
      repository,
      actor: actor.kind === 'anonymous' ? '' : actor.name,
      place: 'listing',
    });
}

/** The newest version that is let in; null where none is, undefined where nobody looked. */
type Newest = string | null | undefined;

/** Says that a version is held back, and notes it. */
function refuse(asker: Asker, repository: RemoteRepository, place: Place, held: Held, newest: Newest): AppError {
  note(asker, repository, place, held, 'refused');
  const query = new URLSearchParams({ rule: String(held.rule.id), repository: repository.key, ...place });
  const link = `${publicBaseUrl(asker.request, asker.context.platform.config)}/ui/security/firewall/ask?${query}`;
  const instead =
    newest === undefined
      ? say(firewallWords.others_unknown)
      : newest === null
        ? say(firewallWords.none_let_in)
        : say(firewallWords.newest_let_in, { version: newest });
  const values = { ...place, rule: held.rule.name, why: held.why, instead, link };
  return new AppError(firewallWords.held_back, values, { detail: { rule: String(held.rule.id), newest: newest ?? null, link } });
}

/** A listing that does not name a file may be this old at most. */
const listingAge = 5000;

/**
 * The judgement of the listing that names a version's file; of a newer one where it does not know it, for a lock file can name what was published a minute ago.
 * Undefined where there is no listing, or it cannot be had.
 */
async function judgeBesideOthers(
  context: Context,
  guard: Guard,
  repository: RemoteRepository,
  { name, key, listing: named }: { name: string; key: string | undefined; listing: Want | undefined },
): Promise<Judgement | undefined> {
  // Who asks may know better how the upstream spells the name.
  const want = named ?? getFormat(repository.format).offers?.listing(name);
  if (!want) return undefined;
  const read = async (newerThan?: Date) => {
    const listing = await remoteListing(context, repository, want, newerThan ? { newerThan } : {});
    return listing && judgeListing(context, guard, repository, want, listing);
  };
  try {
    const judged = await read();
    if (!judged || key === undefined || judged.known.has(key)) return judged;
    return (await read(new Date(Date.now() - listingAge))) ?? judged;
  } catch (err) {
    context.log.warn({ err, repository: repository.key, package: name }, 'a version is judged without its listing, which could not be read');
    return undefined;
  }
}

/** What rules say of a file. */
export interface Judged extends Verdict {
  place: Place;
  newest: Newest;
}

/** What rules say of a file that is asked for; undefined where they say nothing. Only GET hands out bytes, so only GET is judged. */
export async function readVerdict({ context, request }: Asker, repository: RemoteRepository, want: Want): Promise<Judged | undefined> {
  const guard = context.firewall.guard(repository.key);
  if (!guard || request.method !== 'GET') return undefined;
  const format = getFormat(repository.format);
  if (format.storedOffer) {
    const stored = await readStoredOffer(context, repository, format, want.path);
    return stored && judgeOne({ context, request }, repository, stored);
  }
  const place = findPlace(format, want);
  if (!place) return undefined;
  const key = place.version === '' ? undefined : (format.offers?.keyOf?.(want) ?? place.version);
  const readAll = () => judgeBesideOthers(context, guard, repository, { name: place.package, key, listing: format.offers && want.listing });
  const readAlone = (of: string) => judgeAlone(context, guard, repository, place.package, { key: of, version: place.version });
  if (key !== undefined && format.offers?.published) {
    // Of each version its upstream is asked by itself, so others are asked about only to name the newest.
    const alone = await readAlone(key);
    return alone.held.has(key) ? answer(alone, key, place, (await readAll())?.newest) : answer(alone, key, place);
  }
  const all = await readAll();
  // What does not say of which version it is may be of any.
  if (key === undefined) return answer(all, [...(all?.held ?? [])][0], place, all?.newest);
  if (all?.known.has(key)) return answer(all, key, place, all.newest);
  return answer(await readAlone(key), key, place, all?.newest);
}

/** The version that a file belongs to, an empty one where a listing knows it and its name does not say; undefined for what belongs to none. */
function findPlace(format: Format, want: Want): Place | undefined {
  const { package: name, version } = want;
  if (name !== undefined && version !== undefined) return { package: name, version };
  const located = format.locate(want.path);
  if (located) return { package: located.package, version: located.version };
  return name !== undefined && want.listing ? { package: name, version: '' } : undefined;
}

function answer(judgement: Pick<Judgement, 'verdicts'> | undefined, key: string | undefined, place: Place, newest?: Judgement['newest']): Judged | undefined {
  const verdict = key === undefined ? undefined : judgement?.verdicts.get(key);
  return verdict && { ...verdict, place, newest: newest && (newest.get(place.package) ?? null) };
}

/** What rules say of something of which all that is to be known is at hand; undefined where they say nothing. `only` names the rules that are asked. */
export async function judgeOne(
  { context, request }: Pick<Asker, 'context' | 'request'>,
  repository: RemoteRepository,
  { only, ...offer }: Offer & { package: string; only(kind: RuleRow['condition']['kind']): boolean },
): Promise<Judged | undefined> {
  const guard = context.firewall.guard(repository.key);
  const rules = guard?.rules.filter(({ condition: { kind } }) => only(kind)) ?? [];
  if (!guard || rules.length === 0 || request.method !== 'GET') return undefined;
  const judgement = await judgeAlone(context, { ...guard, rules }, repository, offer.package, offer);
  return answer(judgement, offer.key, { package: offer.package, version: offer.version });
}

/** Says that rules hold a file back, and notes it. */
export function holdBack(asker: Asker, repository: RemoteRepository, { enforced, place, newest }: Judged): AppError {
  if (!enforced) throw new Error('nothing holds it back');
  return refuse(asker, repository, place, enforced, newest);
}

/** Notes that somebody gets what a rule would hold back if it did not only observe. */
export function noteObserved(asker: Asker, repository: RemoteRepository, judged: Judged | undefined): void {
  if (judged?.observed) note(asker, repository, judged.place, judged.observed, 'observed');
}

/** Nothing holds back a file of a remote repository that is here. @throws AppError `download_blocked` */
export async function requireLetIn(asker: Asker, repository: RemoteRepository, want: Want): Promise<void> {
  const judged = await readVerdict(asker, repository, want);
  if (judged?.enforced) throw holdBack(asker, repository, judged);
  noteObserved(asker, repository, judged);
}

/** Hands a file of an upstream on, unless rules hold its version back. @throws AppError `download_blocked` */
export async function letIn<Found>(asker: Asker, repository: RemoteRepository, want: Want, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const judged = await readVerdict(asker, repository, want);
  if (judged?.enforced) throw holdBack(asker, repository, judged);
  const found = await find();
  if (found !== undefined) noteObserved(asker, repository, judged);
  return found;
}

/** Makes the refusal where a listing has nothing left for who asked, who is to learn why; undefined where it has. */
export function refusalOfListing(
  asker: Asker,
  repository: RemoteRepository,
  want: Want,
  { allHeld, verdicts, held, newest }: Judgement,
): (() => AppError) | undefined {
  const one = want.version !== undefined && held.has(want.version) ? { key: want.version, version: want.version } : allHeld;
  const why = one && verdicts.get(one.key)?.enforced;
  return why && (() => refuse(asker, repository, { package: want.package ?? '', version: one.version }, why, newest.get(want.package ?? '') ?? null));
}
