import { createHash } from 'node:crypto';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { KnownAdvisory } from '@packhouse/peers/advisories.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { globMatches } from '../directory/glob.ts';
import type { RemoteListing } from '../upstream/remote-index.ts';
import type { Guard } from './firewall.ts';
import { type RuleRow, selectLocalNames } from './firewall-queries.ts';
import { judge } from './judge.ts';
import { looksLike } from './look-alike.ts';
import type { Judgement, Verdict } from './verdict.ts';

/** Advisories, and what local repositories hold, count after this time at the latest. */
const othersChange = 60_000;

const asksAdvisories = ({ condition: { kind } }: RuleRow) => kind === 'malicious' || kind === 'severity';
const asksNames = ({ condition: { kind } }: RuleRow) => kind === 'lookAlike';

type Advised = (version: string) => readonly KnownAdvisory[] | undefined;

async function readAdvisories({ peers }: Context, repository: RemoteRepository, name: string, offers: readonly Offer[]): Promise<Advised> {
  const { advisories } = peers;
  if (!advisories) return () => undefined;
  const versions = [...new Set(offers.map(({ version }) => version))];
  const [covered, found] = await Promise.all([advisories.covers(repository.format), advisories.about(repository.format, name, versions)]);
  return (version) => found.get(version) ?? (covered ? [] : undefined);
}

async function resemblesOurs({ db }: Context, repository: RemoteRepository, name: string): Promise<boolean> {
  return (await selectLocalNames(db, repository.format, name.length)).some((ours) => looksLike(name, ours));
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

/** What the rules say of versions of a package. */
async function judgeOffers(
  context: Context,
  guard: Guard,
  repository: RemoteRepository,
  { name, offers, source }: { name: string; offers: readonly Offer[]; source: string },
): Promise<Judgement> {
  const rules = guard.rules.filter(({ except_packages }) => !except_packages.some((pattern) => globMatches(pattern, name)));
  const now = Date.now();
  const asked = rules.some(asksAdvisories);
  const advised: Advised = asked ? await readAdvisories(context, repository, name, offers) : () => undefined;
  const named = rules.some(asksNames);
  const looksLikeOurs = named && (await resemblesOurs(context, repository, name));
  let until = asked || named ? now + othersChange : Number.POSITIVE_INFINITY;
  const verdicts = new Map<string, Verdict>();
  const held = new Set<string>();
  for (const offer of offers) {
    const facts = { offer, advisories: advised(offer.version), looksLikeOurs };
    const verdict: Verdict = {};
    for (const rule of rules) {
      const spared = guard.exceptions(rule.id, repository.format, name).find((one) => (one.version === '' || one.version === offer.version) && one.until > now);
      if (spared) until = Math.min(until, spared.until);
      const { why, turns } = spared ? {} : judge(rule, facts, now);
      if (turns !== undefined) until = Math.min(until, turns);
      if (why && rule.mode === 'enforce') verdict.enforced ??= { rule, why };
      if (why && rule.mode === 'observe') verdict.observed ??= { rule, why };
    }
    if (verdict.enforced) held.add(offer.key);
    if (verdict.enforced || verdict.observed) verdicts.set(offer.key, verdict);
  }
  const letIn = offers.filter(({ key }) => !held.has(key));
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
    newest: findNewest(repository, letIn)?.version,
    allHeld: letIn.length === 0 ? findNewest(repository, offers) : undefined,
  };
}

async function kept(context: Context, key: string, source: string, make: () => Promise<Judgement>): Promise<Judgement> {
  const { judgements } = context.firewall;
  const known = judgements.get(key);
  if (known?.source === source && known.until > Date.now()) return known;
  const made = await make();
  judgements.set(key, made);
  return made;
}

/** What the rules say of all versions that a listing of an upstream names. */
export function judgeListing(context: Context, guard: Guard, repository: RemoteRepository, name: string, listing: RemoteListing): Promise<Judgement> {
  const source = `${guard.revision} ${repository.revision} ${listing.validator}`;
  return kept(context, `${repository.id} ${name}`, source, async () =>
    judgeOffers(context, guard, repository, { name, offers: await listing.offers(), source }),
  );
}

/** What the rules say of a version that no listing names. */
export function judgeAlone(context: Context, guard: Guard, repository: RemoteRepository, name: string, offer: Offer): Promise<Judgement> {
  const source = `${guard.revision} ${repository.revision}`;
  return kept(context, `${repository.id} ${name} ${offer.version} ${offer.key}`, source, () =>
    judgeOffers(context, guard, repository, { name, offers: [offer], source }),
  );
}
