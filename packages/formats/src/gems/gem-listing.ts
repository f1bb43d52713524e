import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { LRUCache } from 'lru-cache';
import type { PackageRow, Part, Rows, Want } from '../format.ts';
import type { Offer } from '../offers.ts';
import { readDetails } from './gem-details.ts';
import { type GemSpecification, gemName, written } from './gem-file.ts';
import { refusals } from './gems-refusals.ts';

// https://guides.rubygems.org/rubygems-org-compact-index-api/

/** One line of a gem's information: the version, and what follows it. */
export interface GemLine {
  version: string;
  rest: string;
}

export interface GemEntry {
  versions: string[];
  /** Says whether the gem's information has changed; its MD5 where it comes from one place. */
  validator: string;
}

export interface GemListing {
  /** Of one gem. */
  lines: GemLine[];
  /** Of the whole repository. */
  gems: Map<string, GemEntry>;
  /** Lines of the list of versions in the order in which they came; absent where that is not known. */
  history?: string[];
  specification?: GemSpecification;
  /** An upstream's packed specification, as it came. */
  packed?: Buffer;
  /** What an upstream says of the versions of one gem beside its index. */
  details?: readonly Offer[];
}

const nothing = (): GemListing => ({ lines: [], gems: new Map() });

function getLine(version: string, spec: GemSpecification, sha256: string): GemLine {
  const dependencies = spec.dependencies.filter(({ development }) => !development).map(({ name, conditions }) => `${name}:${written(conditions, '&')}`);
  const isAny = (text: string) => text === '>= 0';
  const [ruby, rubygems] = [written(spec.ruby, '&'), written(spec.rubygems, '&')];
  const more = [`checksum:${sha256}`, ...(isAny(ruby) ? [] : [`ruby:${ruby}`]), ...(isAny(rubygems) ? [] : [`rubygems:${rubygems}`])];
  return { version, rest: `${dependencies.join(',')}|${more.join(',')}` };
}

const writeLine = ({ version, rest }: GemLine) => `${version} ${rest}\n`;

/** In the order in which they came, so that clients who have the beginning fetch only the end. */
export function writeLines(lines: readonly GemLine[]): string {
  return `---\n${lines.map(writeLine).join('')}`;
}

interface StoredGem {
  version: string;
  spec: GemSpecification;
  line: GemLine;
  createdAt: Date;
  yankedAt: Date | undefined;
}

function storedGems(row: PackageRow | undefined): StoredGem[] {
  return (row?.versions ?? []).flatMap(({ version, facts, files, createdAt }) => {
    const lead = files.find((file) => file.lead);
    if (!lead || !facts.native) return [];
    const spec = facts.native as GemSpecification;
    // What was yanked before its time was kept counts as yanked at once.
    const yankedAt = facts.yanked ? new Date(facts.yankedAt ?? createdAt) : undefined;
    return [{ version, spec, line: getLine(version, spec, lead.sha256), createdAt: new Date(createdAt), yankedAt }];
  });
}

const present = (gems: readonly StoredGem[]) => gems.filter(({ yankedAt }) => yankedAt === undefined);

/** A line of the list of versions, and when it was added. */
interface HistoryLine {
  at: number;
  text: string;
}

/** One gem as the list of versions tells it. */
interface GemHistory {
  entry: GemEntry | undefined;
  lines: readonly HistoryLine[];
}

const infoHash = (lines: readonly GemLine[]) => createHash('md5').update(writeLines(lines));
const infoSum = (lines: readonly GemLine[]) => infoHash(lines).digest('hex');

/** The sum of a gem's information after each change, which is hashed again as a whole only where a version goes or does not come last. */
function runningSum(gems: readonly StoredGem[]): (gem: StoredGem, comes: boolean) => string {
  const places = new Map(gems.map((gem, at) => [gem, at]));
  const there = new Set<StoredGem>();
  let last = -1;
  let hash = infoHash([]);
  return (gem, comes) => {
    const place = places.get(gem) ?? -1;
    if (comes) there.add(gem);
    else there.delete(gem);
    if (comes && place > last) {
      hash.update(writeLine(gem.line));
      last = place;
    } else {
      const left = gems.filter((one) => there.has(one));
      hash = infoHash(left.map(({ line }) => line));
      last = places.get(left.at(-1)!) ?? -1;
    }
    return hash.copy().digest('hex');
  };
}

/** Each change adds a line: the version that came or, behind a dash, went, and the sum of the gem's information as it was then. */
function makeHistory(name: string, gems: readonly StoredGem[]): GemHistory {
  const changes = gems
    .flatMap((gem) => [{ at: gem.createdAt.getTime(), gem, comes: true }, ...(gem.yankedAt ? [{ at: gem.yankedAt.getTime(), gem, comes: false }] : [])])
    .sort((a, b) => a.at - b.at || Number(b.comes) - Number(a.comes));
  const sumAfter = runningSum(gems);
  const lines = changes.map(({ at, gem, comes }): HistoryLine => ({ at, text: `${name} ${comes ? '' : '-'}${gem.version} ${sumAfter(gem, comes)}\n` }));
  const left = present(gems);
  const entry = left.length > 0 ? { versions: left.map(({ version }) => version), validator: infoSum(left.map(({ line }) => line)) } : undefined;
  return { entry, lines };
}

/** Gems by id, revision and name: of a list in which one has changed, only that one is read. */
const known = new LRUCache<string, GemHistory>({ maxSize: 64 * 1024 * 1024, sizeCalculation: ({ lines }) => 200 + lines.length * 150 });
const pageSize = 500;

async function loadAll(rows: Rows): Promise<GemListing> {
  const listing = nothing();
  const all = await rows.packageRevisions();
  const histories = new Map<number, GemHistory>();
  const unknown: typeof all = all.filter(({ id, revision, name }) => {
    const history = known.get(`${id} ${revision} ${name}`);
    if (history) histories.set(id, history);
    return !history;
  });
  for (let start = 0; start < unknown.length; start += pageSize) {
    for (const row of await rows.packages(unknown.slice(start, start + pageSize).map(({ id }) => id))) {
      const history = makeHistory(row.name, storedGems(row));
      known.set(`${row.id} ${row.revision} ${row.name}`, history);
      histories.set(row.id, history);
    }
  }
  const lines: HistoryLine[] = [];
  for (const { id, name } of all) {
    const { entry, lines: own } = histories.get(id) ?? { entry: undefined, lines: [] };
    if (entry) listing.gems.set(name, entry);
    lines.push(...own);
  }
  listing.history = lines.sort((a, b) => a.at - b.at || (a.text < b.text ? -1 : 1)).map(({ text }) => text);
  return listing;
}

export async function load(want: Want, rows: Rows): Promise<GemListing | undefined> {
  if (want.package === undefined) return loadAll(rows);
  const gems = present(storedGems(await rows.package(want.package)));
  if (want.variant === 'info') return gems.length > 0 ? { ...nothing(), lines: gems.map(({ line }) => line) } : undefined;
  const specification = gems.find(({ version }) => version === want.version)?.spec;
  return specification && { ...nothing(), specification };
}

function parseAll(text: string): GemListing {
  const listing = nothing();
  const start = text.indexOf('---\n');
  if (start < 0) throw new AppError(refusals.upstream_sent_no_gems);
  const found = new Map<string, { versions: Set<string>; validator: string }>();
  for (const line of text.slice(start + 4).split('\n')) {
    const [name = '', versions = '', validator = ''] = line.split(' ');
    if (!gemName.test(name)) continue;
    // A gem may have one line for each of very many versions.
    const known = found.get(name) ?? { versions: new Set<string>(), validator };
    known.validator = validator;
    found.set(name, known);
    for (const version of versions.split(',')) {
      if (version.startsWith('-')) known.versions.delete(version.slice(1));
      else if (/^\d/.test(version)) known.versions.add(version);
    }
  }
  // A gem of which every version was yanked is none.
  for (const [name, { versions, validator }] of found) if (versions.size > 0) listing.gems.set(name, { versions: [...versions], validator });
  return listing;
}

function parseDetails(text: string): Offer[] {
  try {
    return readDetails(JSON.parse(text));
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_gem_information, {}, { cause });
  }
}

export function parse(want: Want, document: Buffer): GemListing {
  if (want.variant === 'specification') {
    // A zlib stream; a login page is none.
    if (document[0] !== 0x78) throw new AppError(refusals.upstream_sent_no_gem_specification);
    return { ...nothing(), packed: document };
  }
  const text = document.toString();
  if (want.variant === 'details') return { ...nothing(), details: parseDetails(text) };
  if (want.variant !== 'info') return parseAll(text);
  if (/^\s*</.test(text)) throw new AppError(refusals.upstream_sent_no_gem_information);
  const lines = text.split('\n').flatMap((line) => {
    const space = line.indexOf(' ');
    const version = line.slice(0, Math.max(0, space));
    return /^\d/.test(version) ? [{ version, rest: line.slice(space + 1) }] : [];
  });
  return { ...nothing(), lines };
}

/** Earlier parts win by version, and a name that a local member has is never completed from a remote one. */
export function merge(_want: Want, parts: readonly Part<GemListing>[]): GemListing {
  const ours = new Set(parts.filter(({ source }) => source === 'local').flatMap(({ model }) => [...model.gems.keys()]));
  const lines = new Map<string, GemLine>();
  const gems = new Map<string, GemEntry>();
  for (const { source, model } of parts) {
    for (const line of model.lines) if (!lines.has(line.version)) lines.set(line.version, line);
    for (const [name, entry] of model.gems) {
      if (source === 'remote' && ours.has(name)) continue;
      const known = gems.get(name);
      const validator = known && createHash('md5').update(`${known.validator} ${entry.validator}`).digest('hex');
      gems.set(name, known ? { versions: [...new Set([...known.versions, ...entry.versions])], validator: validator! } : entry);
    }
  }
  const first = parts.find(({ model }) => model.specification ?? model.packed)?.model;
  return {
    lines: [...lines.values()],
    gems,
    ...(first?.specification ? { specification: first.specification } : {}),
    ...(first?.packed ? { packed: first.packed } : {}),
  };
}
