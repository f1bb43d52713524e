import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { z } from 'zod';
import { normalName, normalVersion } from '../component/ecosystem.ts';
import { findScore, findSeverityOfScores, findSeverityOfWord } from './severity.ts';

// https://ossf.github.io/osv-schema/

const mostDetails = 64 * 1024;
const deepest = 40;

export interface CvssVector {
  type: string;
  vector: string;
  score: number;
}

type EventKind = 'introduced' | 'fixed' | 'last_affected' | 'limit';

export interface AffectedRange {
  events: { kind: EventKind; version: string }[];
}

/** Which versions of one package an advisory is about. */
export interface AffectedSpec {
  versions: string[];
  ranges: AffectedRange[];
  /** Said in commits only, which nobody can compare with a version. */
  onlyCommits?: boolean;
  /** Where this package is hit more or less than the others. */
  severity?: Severity;
}

export interface AffectedPackage {
  ecosystem: string;
  suffix: string;
  name: string;
  spec: AffectedSpec;
}

export interface Advisory {
  id: string;
  modified: Date;
  published: Date | undefined;
  withdrawn: Date | undefined;
  canonical: string;
  severity: Severity;
  cvss: CvssVector[];
  summary: string;
  details: string;
  aliases: string[];
  upstream: string[];
  links: { type: string; url: string }[];
  cwes: string[];
  affected: AffectedPackage[];
}

/** A record that was not taken, and why. */
export interface Reject {
  /** Id of the record, or the name of the file it was in. */
  record: string;
  /** Id of the record, by itself or by its file; absent when neither says one. */
  id?: string;
  reason: string;
  said?: Said;
}

const Id = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, scanningWords.is_no_id.en);
const Ids = z.array(Id).max(1000).nullish();
const Moment = z.iso.datetime({ offset: true, error: scanningWords.is_no_moment.en });
const Version = z.string().max(300);
const Score = z
  .array(z.object({ type: z.string().max(50), score: z.string().max(500) }))
  .max(20)
  .nullish();
const RangeEvent = z.object({ introduced: Version.optional(), fixed: Version.optional(), last_affected: Version.optional(), limit: Version.optional() });
const Words = z.object({
  severity: z.unknown().optional(),
  urgency: z.unknown().optional(),
  cwe_ids: z.array(z.string().max(20)).max(50).nullish().catch(undefined),
});
const Extra = Words.nullish().catch(undefined);

const Record = z.object({
  schema_version: z
    .string()
    .regex(/^1(\.|$)/, scanningWords.schema_version_unknown.en)
    .optional(),
  id: Id,
  modified: Moment,
  published: Moment.nullish(),
  withdrawn: Moment.nullish(),
  aliases: Ids,
  upstream: Ids,
  summary: z.string().nullish(),
  details: z.string().nullish(),
  severity: Score,
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string().min(1).max(300), name: z.string().min(1).max(500) }).nullish(),
        severity: Score,
        ranges: z
          .array(z.object({ type: z.string(), events: z.array(RangeEvent).max(2000) }))
          .max(500)
          .nullish(),
        versions: z.array(Version).max(50_000).nullish(),
        ecosystem_specific: Extra,
        database_specific: Extra,
      }),
    )
    .max(10_000)
    .nullish(),
  references: z
    .array(z.object({ type: z.string().max(50), url: z.string().max(2000) }))
    .max(1000)
    .nullish()
    .catch(undefined),
  database_specific: Extra,
});
type Record = z.output<typeof Record>;
type AffectedRecord = NonNullable<Record['affected']>[number];

/** Whether a JSON text nests deeper than any honest record does. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (inText) {
      if (letter === '\\') at++;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '{' || letter === '[') {
      if (++depth > deepest) return true;
    } else if (letter === '}' || letter === ']') depth--;
  }
  return false;
}

/** PostgreSQL keeps no text with a zero byte. */
const clean = (text: string) => text.replaceAll('\0', '');

function getVectors(severity: Record['severity']): CvssVector[] {
  return (severity ?? []).flatMap(({ type, score: vector }) => {
    const score = findScore(vector);
    return score === undefined ? [] : [{ type, vector, score }];
  });
}

const getSeverityOfVectors = (vectors: readonly CvssVector[]) => findSeverityOfScores(vectors.map(({ score }) => score));

function findRange(ecosystem: string, { events }: { events: z.output<typeof RangeEvent>[] }): AffectedRange {
  const kinds: readonly EventKind[] = ['introduced', 'fixed', 'last_affected', 'limit'];
  return {
    events: events.flatMap((event) =>
      kinds.flatMap((kind) => {
        const version = event[kind];
        return version === undefined ? [] : [{ kind, version: normalVersion(ecosystem, clean(version)) }];
      }),
    ),
  };
}

const isAddress = /^https?:/i;

function getAffected(one: AffectedRecord): AffectedPackage[] {
  if (!one.package) return [];
  const [base = '', ...suffix] = clean(one.package.ecosystem).split(':');
  const ranges = (one.ranges ?? []).filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM');
  const versions = (one.versions ?? []).map((version) => normalVersion(base, clean(version)));
  const specific = one.ecosystem_specific ?? undefined;
  const severity =
    getSeverityOfVectors(getVectors(one.severity)) ??
    findSeverityOfWord(specific?.severity) ??
    findSeverityOfWord(specific?.urgency) ??
    findSeverityOfWord(one.database_specific?.severity);
  const spec: AffectedSpec = { versions, ranges: ranges.map((range) => findRange(base, range)) };
  if (ranges.length === 0 && versions.length === 0) spec.onlyCommits = true;
  if (severity) spec.severity = severity;
  // Behind the colon stands a release, or the address of a repository, which says nothing about the name.
  const release = suffix.join(':');
  return [{ ecosystem: base, suffix: isAddress.test(release) ? '' : release, name: normalName(base, clean(one.package.name)), spec }];
}

/** One id for all advisories about the same vulnerability: its lowest CVE number, else the first of its names. */
function findCanonical(id: string, aliases: readonly string[]): string {
  const all = [id, ...aliases].sort();
  return all.find((one) => one.startsWith('CVE-')) ?? all[0] ?? id;
}

function toAdvisory(record: Record): Advisory {
  const aliases = [...new Set((record.aliases ?? []).filter((alias) => alias !== record.id))];
  const cvss = getVectors(record.severity);
  const extra = record.database_specific;
  const affected = (record.affected ?? []).flatMap(getAffected);
  const own = findSeverityOfWord(extra?.severity) ?? getSeverityOfVectors(cvss) ?? affected.find(({ spec }) => spec.severity)?.spec.severity;
  const moment = (text: string | null | undefined) => (text ? new Date(text) : undefined);
  return {
    id: record.id,
    modified: new Date(record.modified),
    published: moment(record.published),
    withdrawn: moment(record.withdrawn),
    canonical: findCanonical(record.id, aliases),
    // A package made to do harm has no score, and nothing is worse.
    severity: record.id.startsWith('MAL-') ? 'Critical' : (own ?? 'Unknown'),
    cvss,
    summary: clean(record.summary ?? '').slice(0, 1000),
    details: clean(record.details ?? '').slice(0, mostDetails),
    aliases,
    upstream: [...new Set(record.upstream ?? [])],
    links: (record.references ?? [])
      .map(({ type, url }) => ({ type: clean(type), url: clean(url) }))
      .filter(({ url }) => /^https?:\/\//i.test(url))
      .slice(0, 200),
    cwes: (extra?.cwe_ids ?? []).filter((cwe) => /^CWE-\d+$/.test(cwe)),
    affected,
  };
}

/** The id that a file name stands for; undefined when it stands for none. */
function findIdOfFile(place: string): string | undefined {
  const [, name] = /^([^/]+)\.json$/i.exec(place.slice(place.lastIndexOf('/') + 1)) ?? [];
  return Id.safeParse(name).data;
}

/** Gives what a rule of a record says. */
const ruled = (message: string): Said | undefined => {
  const rule = [scanningWords.is_no_id, scanningWords.is_no_moment, scanningWords.schema_version_unknown].find(({ en }) => en === message);
  return rule && say(rule);
};

function makeReject(place: string, said: Said, id?: string): Reject {
  const known = id ?? findIdOfFile(place);
  return { record: id ?? place, ...(known === undefined ? {} : { id: known }), reason: said.message, said };
}

/**
 * Reads one OSV record. Unknown members are passed over, since newer versions of the schema only add some.
 * @returns the advisory, or why it was not taken
 */
export function readRecord(text: string, place: string): Advisory | Reject {
  if (text === '') return makeReject(place, say(scanningWords.record_unreadable));
  if (isTooDeep(text)) return makeReject(place, say(scanningWords.nested_too_deeply, { count: deepest }));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return makeReject(place, say(scanningWords.is_no_json));
  }
  const parsed = Record.safeParse(json);
  if (parsed.success) return toAdvisory(parsed.data);
  const [issue] = parsed.error.issues;
  const { id } = (json ?? {}) as { id?: unknown };
  const record = Id.safeParse(id);
  const why = issue ? (ruled(issue.message) ?? getSaid(issue as Problem)) : say(scanningWords.is_not_valid);
  return makeReject(place, say(sharedWords.named, { name: issue?.path.join('.') || 'record', why }), record.data);
}

export const isReject = (one: Advisory | Reject): one is Reject => 'reason' in one;
