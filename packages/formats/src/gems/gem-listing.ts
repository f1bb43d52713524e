import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type { PackageFacts, Part, Rows, Want } from '../format.ts';
import { type GemSpecification, gemName, written } from './gem-file.ts';
import { compareVersions } from './gem-version.ts';

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
  specification?: GemSpecification;
  /** An upstream's packed specification, as it came. */
  packed?: Buffer;
}

const nothing = (): GemListing => ({ lines: [], gems: new Map() });

function lineOf(version: string, spec: GemSpecification, sha256: string): GemLine {
  const dependencies = spec.dependencies.filter(({ development }) => !development).map(({ name, conditions }) => `${name}:${written(conditions, '&')}`);
  const isAny = (text: string) => text === '>= 0';
  const [ruby, rubygems] = [written(spec.ruby, '&'), written(spec.rubygems, '&')];
  const more = [`checksum:${sha256}`, ...(isAny(ruby) ? [] : [`ruby:${ruby}`]), ...(isAny(rubygems) ? [] : [`rubygems:${rubygems}`])];
  return { version, rest: `${dependencies.join(',')}|${more.join(',')}` };
}

export function writeLines(lines: readonly GemLine[]): string {
  return `---\n${lines
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .map(({ version, rest }) => `${version} ${rest}\n`)
    .join('')}`;
}

interface StoredGem {
  version: string;
  spec: GemSpecification;
  sha256: string;
}

async function storedGems(rows: Rows, name: string): Promise<StoredGem[]> {
  const found = await rows.package(name);
  return (found?.versions ?? []).flatMap(
    ({ version, facts, files }: { version: string; facts: PackageFacts; files: readonly { lead: boolean; sha256: string }[] }) => {
      const lead = files.find((file) => file.lead);
      return lead && facts.native && !facts.yanked ? [{ version, spec: facts.native as GemSpecification, sha256: lead.sha256 }] : [];
    },
  );
}

const linesOf = (gems: readonly StoredGem[]) => gems.map(({ version, spec, sha256 }) => lineOf(version, spec, sha256));

async function loadAll(rows: Rows): Promise<GemListing> {
  const listing = nothing();
  let after: string | undefined;
  for (;;) {
    const names = await rows.packageNames({ ...(after === undefined ? {} : { after }), limit: 500 });
    for (const name of names) {
      const lines = linesOf(await storedGems(rows, name));
      if (lines.length === 0) continue;
      const validator = createHash('md5').update(writeLines(lines)).digest('hex');
      listing.gems.set(name, { versions: lines.map(({ version }) => version), validator });
    }
    after = names.at(-1);
    if (names.length < 500) return listing;
  }
}

export async function load(want: Want, rows: Rows): Promise<GemListing | undefined> {
  if (want.package === undefined) return loadAll(rows);
  const gems = await storedGems(rows, want.package);
  if (want.variant === 'info') return gems.length > 0 ? { ...nothing(), lines: linesOf(gems) } : undefined;
  const specification = gems.find(({ version }) => version === want.version)?.spec;
  return specification && { ...nothing(), specification };
}

function parseAll(text: string): GemListing {
  const listing = nothing();
  const start = text.indexOf('---\n');
  if (start < 0) throw new AppError('upstream_failed', { message: 'The upstream sent no list of gems' });
  for (const line of text.slice(start + 4).split('\n')) {
    const [name = '', versions = '', validator = ''] = line.split(' ');
    if (!gemName.test(name)) continue;
    const known = new Set(listing.gems.get(name)?.versions);
    for (const version of versions.split(',')) {
      if (version.startsWith('-')) known.delete(version.slice(1));
      else if (/^\d/.test(version)) known.add(version);
    }
    listing.gems.set(name, { versions: [...known], validator });
  }
  return listing;
}

export function parse(want: Want, document: Buffer): GemListing {
  if (want.variant === 'specification') {
    // A zlib stream; a login page is none.
    if (document[0] !== 0x78) throw new AppError('upstream_failed', { message: 'The upstream sent no specification of a gem' });
    return { ...nothing(), packed: document };
  }
  const text = document.toString();
  if (want.variant !== 'info') return parseAll(text);
  if (/^\s*</.test(text)) throw new AppError('upstream_failed', { message: 'The upstream sent no information about a gem' });
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
