import type { FirewallCondition } from '@packhouse/contract/repositories/firewall-routes.ts';
import { firewallWords } from '@packhouse/contract/repositories/firewall-words.ts';
import { type Said, type Sentence, say } from '@packhouse/contract/sentences.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { findBadLicences } from '@packhouse/formats/licence-rule.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { KnownAdvisory, KnownSupport } from '@packhouse/peers/advisories.ts';

const day = 24 * 60 * 60 * 1000;

/** What is known of a version. */
export interface Facts {
  offer: Offer;
  /** Undefined where no source stands for packages of its kind, and none speaks of it. */
  advisories: readonly KnownAdvisory[] | undefined;
  looksLikeOurs: boolean;
  /** The release line it belongs to; undefined where nobody tells of it. */
  support: KnownSupport | undefined;
}

/** What a rule says of a version: why it is held back, if it is, and when that may turn by itself. */
export interface Opinion {
  why?: Said;
  turns?: number;
}
type Rule<Kind extends FirewallCondition['kind']> = FirewallCondition & { kind: Kind };

/** Somebody would have to say more. */
const unknown = Symbol('unknown');
type Finding = Opinion | typeof unknown;

const fine: Opinion = {};
const held = (why: Said): Opinion => ({ why });
const getDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function judgeAge({ days }: Rule<'age'>, { offer }: Facts, now: number): Finding {
  const published = Date.parse(offer.published ?? '');
  if (Number.isNaN(published)) return unknown;
  const from = published + days * day;
  if (from <= now) return fine;
  return { why: say(firewallWords.too_young, { published: getDay(published), days, from: new Date(from).toISOString() }), turns: from };
}

function judgeMalicious(_: Rule<'malicious'>, { advisories }: Facts): Finding {
  const found = advisories?.find(({ malicious }) => malicious);
  if (found) return held(say(firewallWords.known_malicious, { id: found.id }));
  return advisories ? fine : unknown;
}

function judgeSeverity({ least, graceDays }: Rule<'severity'>, { advisories }: Facts, now: number): Finding {
  if (!advisories) return unknown;
  const severe = advisories
    .filter(({ severity }) => severities.indexOf(severity) <= severities.indexOf(least))
    .map((one) => ({ ...one, from: (one.published?.getTime() ?? 0) + graceDays * day }))
    .sort((one, other) => one.from - other.from);
  const [first] = severe;
  if (!first) return fine;
  return first.from <= now ? held(say(firewallWords.known_severe, { id: first.id, severity: first.severity })) : { turns: first.from };
}

function judgeLicence({ allowed, licences }: Rule<'licence'>, { offer }: Facts): Finding {
  const given = (offer.licences ?? []).filter((one) => one.trim() !== '');
  if (given.length === 0) return unknown;
  const lists = allowed ? { allowed: licences, banned: undefined } : { allowed: undefined, banned: licences };
  const bad = findBadLicences(given, { ...lists, permissive: true, allowsUnknown: false });
  return bad.length === 0 ? fine : held(say(firewallWords.licence_refused, { licences: bad.join(', ').slice(0, 200) }));
}

function judgeSupport(_: Rule<'unmaintained'>, { support }: Facts): Finding {
  if (!support) return unknown;
  const { product, cycle, day: since, ended } = support;
  if (!ended) return fine;
  return held(since === null ? say(firewallWords.held_support_over, { product, cycle }) : say(firewallWords.out_of_support, { product, cycle, day: since }));
}

const saidBySource = (value: boolean | undefined, why: Sentence): Finding => (value === undefined ? unknown : value ? held(say(why)) : fine);

function judgeProvenance({ trusted }: Rule<'provenance'>, { offer }: Facts): Finding {
  if (trusted) return saidBySource(offer.trusted === undefined ? undefined : !offer.trusted, firewallWords.without_trusted_signature);
  return saidBySource(offer.provenance === undefined ? undefined : !offer.provenance, firewallWords.without_provenance);
}

const judges: { [Kind in FirewallCondition['kind']]: (condition: Rule<Kind>, facts: Facts, now: number) => Finding } = {
  age: judgeAge,
  malicious: judgeMalicious,
  severity: judgeSeverity,
  licence: judgeLicence,
  deprecated: (_, { offer }) => saidBySource(offer.deprecated, firewallWords.advised_against),
  unmaintained: judgeSupport,
  installScript: (_, { offer }) => saidBySource(offer.installScript, firewallWords.runs_script),
  provenance: judgeProvenance,
  lookAlike: (_, { looksLikeOurs }) => (looksLikeOurs ? held(say(firewallWords.looks_like_ours)) : fine),
};

const whyUnknown: Record<FirewallCondition['kind'], Sentence> = {
  age: firewallWords.age_unknown,
  malicious: firewallWords.advisories_unknown,
  severity: firewallWords.advisories_unknown,
  licence: firewallWords.licence_unknown,
  deprecated: firewallWords.deprecation_unknown,
  unmaintained: firewallWords.support_unknown,
  installScript: firewallWords.script_unknown,
  provenance: firewallWords.provenance_unknown,
  lookAlike: firewallWords.looks_like_ours,
};

/** What a rule says of a version at a moment. */
export function judge({ condition, unknown: then }: { condition: FirewallCondition; unknown: 'allow' | 'refuse' }, facts: Facts, now: number): Opinion {
  const finding = (judges[condition.kind] as (condition: FirewallCondition, facts: Facts, now: number) => Finding)(condition, facts, now);
  if (finding !== unknown) return finding;
  const why = condition.kind === 'provenance' && condition.trusted ? firewallWords.signature_unknown : whyUnknown[condition.kind];
  return then === 'refuse' ? held(say(why)) : fine;
}
