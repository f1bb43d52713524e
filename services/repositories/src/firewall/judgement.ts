import { createHash } from 'node:crypto';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { Want } from '@packhouse/formats/want.ts';
import type { KnownAdvisory } from '@packhouse/peers/advisories.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { globMatches } from '../directory/glob.ts';
import { inOneFlight } from '../storage/single-flight.ts';
import type { RemoteListing } from '../upstream/remote-index.ts';
import type { Guard } from './firewall.ts';
import { type RuleRow, selectLocalNames } from './firewall-queries.ts';
import { type Facts, judge } from './judge.ts';
import { looksLike } from './look-alike.ts';
import { completeOffers } from './offer-facts.ts';
import type { Judgement, Verdict } from './verdict.ts';

/** Advisories, and what local repositories hold, count after this time at the latest. */
const othersChange = 60_000;

const asksAdvisories = ({ condition: { kind } }: RuleRow) => kind === 'malicious' || kind === 'severity';
const asksNames = ({ condition: { kind } }: RuleRow) => kind === 'lookAlike';

type Advised = (version: string) => readonly KnownAdvisory[] | undefined;

/** Of many packages those are asked about that a source of advisories stands for. */
async function readAdvisories({ peers }: Context, repository: RemoteRepository, groups: ReadonlyMap<string, readonly Offer[]>): Promise<Map<string, Advised>> {
  const { advisories } = peers;
  const all = new Map<string, Advised>();
  if (!advisories) return all;
  const covered = await advisories.covers(repository.format);
  for (const [name, offers] of groups) {
    const versions = [...new Set(offers.map(({ version }) => version))];
    const found = covered || groups.size === 1 ? await advisories.about(repository.format, name, versions) : undefined;
    all.set(name, (version) => found?.get(version) ?? (covered ? [] : undefined));
  }
  return all;
}

/** Those of some names that look like one of ours. */
async function findLookAlikes({ db }: Context, repository: RemoteRepository, names: Iterable<string>): Promise<Set<string>> {
  const byLength = new Map<number, string[]>();
  const found = new Set<string>();
  for (const name of names) {
    const ours = byLength.get(name.length) ?? (await selectLocalNames(db, repository.format, name.length));
    byLength.set(name.length, ours);
    if (ours.some((one) => looksLike(name, one))) found.add(name);
  }
  return found;
}

const isPlain = (version: string) => /^v?[\d.]+$/.test(version);

/** The newest of some versions, as most people mean it: pre-releases only where there is nothing else. */
function findNewest(repository: RemoteRepository, offers: readonly Offer[]): Offer | undefined {
  const { compareVersions } = getFormat(repository.format);
  const releases = offers.filter(({ version }) => isPlain(version));
  return (releases.length > 0 ? releases : offers).reduce<Offer | undefined>(
    (best, one) => (best === undefined || compareVersions(one.version, best.version) > 0 ? one : best),
    undefined,
  );
}

function groupByPackage(name: string, offers: readonly Offer[]): Map<string, Offer[]> {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const of = offer.package ?? name;
    const group = groups.get(of);
    if (group) group.push(offer);
    else groups.set(of, [offer]);
  }
  return groups;
}

/** Of one package. */
interface Opinions {
  verdicts: Map<string, Verdict>;
  until: number;
}

/** What rules say of versions of one package, by what is known of them. */
function judgeVersions(guard: Guard, repository: RemoteRepository, name: string, all: readonly Facts[]): Opinions {
  const rules = guard.rules.filter(({ except_packages }) => !except_packages.some((pattern) => globMatches(pattern, name)));
  const now = Date.now();
  const verdicts = new Map<string, Verdict>();
  let until = Number.POSITIVE_INFINITY;
  for (const facts of all) {
    const verdict: Verdict = {};
    for (const rule of rules) {
      const exceptions = guard.exceptions(rule.id, repository.format, name);
      const spared = exceptions.find((one) => (one.version === '' || one.version === facts.offer.version) && one.until > now);
      if (spared) until = Math.min(until, spared.until);
      const { why, turns } = spared ? {} : judge(rule, facts, now);
      if (turns !== undefined) until = Math.min(until, turns);
      if (why && rule.mode === 'enforce') verdict.enforced ??= { rule, why };
      if (why && rule.mode === 'observe') verdict.observed ??= { rule, why };
    }
    if (verdict.enforced || verdict.observed) verdicts.set(facts.offer.key, verdict);
  }
  return { verdicts, until };
}

interface Listed {
  /** The package, where its offers do not say it. */
  name: string;
  offers: readonly Offer[];
  source: string;
}

/** What the rules say of all that is listed. */
async function judgeOffers(context: Context, guard: Guard, repository: RemoteRepository, { name, offers: listed, source }: Listed): Promise<Judgement> {
  const { offers, holds } = await completeOffers(context, repository, guard.rules, name, listed);
  const groups = groupByPackage(name, offers);
  const asked = guard.rules.some(asksAdvisories);
  const advised = asked ? await readAdvisories(context, repository, groups) : new Map<string, Advised>();
  const named = guard.rules.some(asksNames);
  const lookAlikes = named ? await findLookAlikes(context, repository, groups.keys()) : new Set<string>();
  let until = Date.now() + (asked || named ? Math.min(holds, othersChange) : holds);
  const verdicts = new Map<string, Verdict>();
  const newest = new Map<string, string>();
  for (const [of, group] of groups) {
    const facts = group.map((offer) => ({ offer, advisories: advised.get(of)?.(offer.version), looksLikeOurs: lookAlikes.has(of) }));
    const opinions = judgeVersions(guard, repository, of, facts);
    for (const [key, verdict] of opinions.verdicts) verdicts.set(key, verdict);
    until = Math.min(until, opinions.until);
    const best = findNewest(
      repository,
      group.filter(({ key }) => !opinions.verdicts.get(key)?.enforced),
    );
    if (best) newest.set(of, best.version);
  }
  const held = new Set([...verdicts].flatMap(([key, { enforced }]) => (enforced ? [key] : [])));
  return {
    source,
    until,
    known: new Set(offers.map(({ key }) => key)),
    verdicts,
    held,
    digest: createHash('sha256')
      .update([...held].sort().join('\n'))
      .digest('hex')
      .slice(0, 16),
    newest,
    allHeld: newest.size === 0 && groups.size === 1 ? findNewest(repository, offers) : undefined,
  };
}

function kept(context: Context, key: string, source: string, make: () => Promise<Judgement>): Promise<Judgement> {
  const { judgements } = context.firewall;
  const known = judgements.get(key);
  if (known?.source === source && known.until > Date.now()) return Promise.resolve(known);
  return inOneFlight(context, `firewall ${key} ${source}`, async () => {
    const made = await make();
    judgements.set(key, made);
    return made;
  });
}

/** What the rules say of all versions that a listing of an upstream names. */
export function judgeListing(context: Context, guard: Guard, repository: RemoteRepository, want: Want, listing: RemoteListing): Promise<Judgement> {
  const source = `${guard.revision} ${repository.revision} ${listing.validator}`;
  return kept(context, `${repository.id} ${want.path} ${want.variant ?? ''}`, source, async () => {
    const { offers, more } = await listing.offers();
    const judged = await judgeOffers(context, guard, repository, { name: want.package ?? '', offers, source });
    // What it leads to may list what is let in.
    return more.length > 0 ? { ...judged, allHeld: undefined } : judged;
  });
}

/** What the rules say of a version that no listing names. */
export function judgeAlone(context: Context, guard: Guard, repository: RemoteRepository, name: string, offer: Offer): Promise<Judgement> {
  const source = `${guard.revision} ${repository.revision}`;
  return kept(context, `${repository.id} ${name} ${offer.version} ${offer.key} ${offer.published ?? ''}`, source, () =>
    judgeOffers(context, guard, repository, { name, offers: [offer], source }),
  );
}
