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
import { findLookAlikes } from './find-look-alikes.ts';
import type { Guard } from './firewall.ts';
import type { RuleRow } from './firewall-queries.ts';
import { type Facts, judge } from './judge.ts';
import { completeOffers } from './offer-facts.ts';
import { type Turn, takeTurn } from './turn.ts';
import type { Judgement, LeftOut, Verdict } from './verdict.ts';

/** Advisories, ends of support, and what local repositories hold, count after this time at the latest. */
const othersChange = 60_000;

const asksAdvisories = ({ condition: { kind } }: RuleRow) => kind === 'malicious' || kind === 'severity';
const asksSupport = ({ condition: { kind } }: RuleRow) => kind === 'unmaintained';
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

/** The release lines of all that is listed. */
async function readSupport({ peers }: Context, { format }: RemoteRepository, groups: ReadonlyMap<string, readonly Offer[]>) {
  return peers.advisories?.support(format, new Map([...groups].map(([name, offers]) => [name, [...new Set(offers.map(({ version }) => version))]])));
}

const isPlain = (version: string) => /^v?[\d.]+$/.test(version);

/** The newest of some versions, as most people mean it: pre-releases only where there is nothing else. */
async function findNewest(turn: Turn, repository: RemoteRepository, offers: readonly Offer[]): Promise<Offer | undefined> {
  const { compareVersions } = getFormat(repository.format);
  const releases = offers.filter(({ version }) => isPlain(version));
  let best: Offer | undefined;
  for (const one of releases.length > 0 ? releases : offers) {
    if (turn.isOver()) await turn.pass();
    if (best === undefined || compareVersions(one.version, best.version) > 0) best = one;
  }
  return best;
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
async function judgeVersions(turn: Turn, guard: Guard, repository: RemoteRepository, name: string, all: readonly Facts[]): Promise<Opinions> {
  const rules = guard.rules.filter(({ except_packages }) => !except_packages.some((pattern) => globMatches(pattern, name)));
  const now = Date.now();
  const verdicts = new Map<string, Verdict>();
  let until = Number.POSITIVE_INFINITY;
  for (const facts of all) {
    if (turn.isOver()) await turn.pass();
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

/** What each rule leaves out of a listing, or would. */
async function countLeftOut(
  turn: Turn,
  repository: RemoteRepository,
  groups: ReadonlyMap<string, readonly Offer[]>,
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<LeftOut[]> {
  const [only] = groups.size === 1 ? groups.keys() : [];
  const found = new Map<string, { rule: RuleRow; outcome: LeftOut['outcome']; offers: Offer[] }>();
  for (const offer of [...groups.values()].flat()) {
    const { enforced, observed } = verdicts.get(offer.key) ?? {};
    for (const [outcome, held] of [
      ['refused', enforced],
      ['observed', observed],
    ] as const) {
      if (!held) continue;
      const key = `${held.rule.id} ${outcome}`;
      const known = found.get(key);
      if (known) known.offers.push(offer);
      else found.set(key, { rule: held.rule, outcome, offers: [offer] });
    }
  }
  const counted: LeftOut[] = [];
  for (const { rule, outcome, offers } of found.values()) {
    const newest = only === undefined ? undefined : await findNewest(turn, repository, offers);
    const versions = new Set(offers.map(({ package: of, version }) => `${of ?? ''} ${version}`)).size;
    counted.push({ rule, outcome, package: only ?? '', version: newest?.version ?? '', versions });
  }
  return counted;
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
  const turn = takeTurn();
  const asked = guard.rules.some(asksAdvisories);
  const advised = asked ? await readAdvisories(context, repository, groups) : new Map<string, Advised>();
  const supported = guard.rules.some(asksSupport);
  const support = supported ? await readSupport(context, repository, groups) : undefined;
  const named = guard.rules.some(asksNames);
  const lookAlikes = named ? await findLookAlikes(turn, context, repository, groups.keys()) : new Set<string>();
  let until = Date.now() + (asked || named || supported ? Math.min(holds, othersChange) : holds);
  const verdicts = new Map<string, Verdict>();
  const newest = new Map<string, string>();
  for (const [of, group] of groups) {
    const facts = group.map((offer) => ({
      offer,
      advisories: advised.get(of)?.(offer.version),
      looksLikeOurs: lookAlikes.has(of),
      support: support?.get(of)?.get(offer.version),
    }));
    const opinions = await judgeVersions(turn, guard, repository, of, facts);
    for (const [key, verdict] of opinions.verdicts) verdicts.set(key, verdict);
    until = Math.min(until, opinions.until);
    const best = await findNewest(
      turn,
      repository,
      group.filter(({ key }) => !opinions.verdicts.get(key)?.enforced),
    );
    if (best) newest.set(of, best.version);
  }
  const leftOut = await countLeftOut(turn, repository, groups, verdicts);
  const held = new Set([...verdicts].flatMap(([key, { enforced }]) => (enforced ? [key] : [])));
  return {
    source,
    until,
    known: new Set(offers.map(({ key }) => key)),
    verdicts,
    leftOut,
    held,
    digest: createHash('sha256')
      .update([...held].sort().join('\n'))
      .digest('hex')
      .slice(0, 16),
    newest,
    allHeld: newest.size === 0 && groups.size === 1 ? await findNewest(turn, repository, offers) : undefined,
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
  const { version, key, published, provenance, trusted, licences } = offer;
  // All that may become known of it later, such as by the settings of an image, is part of the key.
  const facts = [name, version, key, published, provenance, trusted, licences];
  return kept(context, `${repository.id} ${JSON.stringify(facts)}`, source, () => judgeOffers(context, guard, repository, { name, offers: [offer], source }));
}
