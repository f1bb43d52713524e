import type { Component } from '../component/component.ts';
import type { Context } from '../context.ts';
import { widenRanges } from '../range/learn-versions.ts';
import { appliesToRelease, judge } from './affected.ts';
import type { Match } from './match.ts';
import { type Candidate, lockComponents, type MatchedComponent, replaceFindings, selectCandidates } from './match-queries.ts';

/** Components are judged in parts of this many, so that no transaction holds their rows for long. */
const atOnce = 200;

/** The name and version under which a component's advisories speak of it: distributions speak of source packages. */
const matchedAs = (component: MatchedComponent) =>
  component.source_name === '' ? { name: component.name, version: component.version } : { name: component.source_name, version: component.source_version };

function getMatches(component: MatchedComponent, candidates: readonly Candidate[]): Match[] {
  const { version } = matchedAs(component);
  const byAdvisory = new Map<string, Match>();
  for (const candidate of candidates) {
    // A distribution's package whose release nobody knows may be of any of them.
    const isReleaseUnknown = candidate.suffix !== '' && component.distro === '' && component.source_name !== '';
    if (!isReleaseUnknown && !appliesToRelease(candidate.suffix, component.distro)) continue;
    const verdict = judge(component.ecosystem, version, candidate.spec);
    if (verdict.affected === 'no') continue;
    const confidence = verdict.affected === 'yes' && !isReleaseUnknown ? 'known' : 'unknown';
    const before = byAdvisory.get(candidate.advisory_id);
    if (before?.confidence === 'known' && confidence === 'unknown') continue;
    const fixes = before?.confidence === confidence ? [...before.fixed_versions, ...verdict.fixedVersions] : verdict.fixedVersions;
    byAdvisory.set(candidate.advisory_id, {
      component_id: component.id,
      advisory_id: candidate.advisory_id,
      severity: candidate.spec.severity ?? candidate.severity,
      fixed_versions: [...new Set(fixes)],
      confidence,
    });
  }
  return [...byAdvisory.values()];
}

/** What advisories say of some components, by the place of each in the list. */
async function judgePart(db: Context['db'], components: readonly MatchedComponent[], which: 'all' | 'everywhere'): Promise<Match[]> {
  const named = components.map((component) => ({ ecosystem: component.ecosystem, name: matchedAs(component).name }));
  const candidates = Map.groupBy(await selectCandidates(db, named, which), (row) => `${row.ecosystem} ${row.name}`);
  return components.flatMap((component) => getMatches(component, candidates.get(`${component.ecosystem} ${matchedAs(component).name}`) ?? []));
}

/**
 * Judges components that somebody asks about, by what is known of them everywhere, and keeps nothing. `component_id` of what comes is the place in
 * the list; what advisories do not reach is left out. Ends early when there are more matches than `most`.
 */
export async function judgeComponents({ db }: Pick<Context, 'db'>, components: readonly Component[], most: number): Promise<Match[]> {
  const all = components.map(({ sourceName: source_name, sourceVersion: source_version, ...component }, id) => ({
    id,
    ...component,
    source_name,
    source_version,
  }));
  const matches: Match[] = [];
  for (let at = 0; at < all.length && matches.length <= most; at += atOnce) {
    const part = all.slice(at, at + atOnce).filter(({ ecosystem }) => ecosystem !== '');
    for (const match of await judgePart(db, part, 'everywhere')) matches.push(match);
  }
  return matches;
}

/** Judges components anew by the advisories there are, and replaces their findings. May be done any number of times. */
export async function matchComponents({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += atOnce) {
    const part = sorted.slice(at, at + atOnce);
    await widenRanges(db, part);
    await db.transaction().execute(async (tx) => {
      const components = await lockComponents(tx, part);
      await replaceFindings(tx, part, await judgePart(tx, components, 'all'));
    });
  }
}
