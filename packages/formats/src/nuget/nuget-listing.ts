import { gunzipSync } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FileSource, Part, Rows, VersionRow, Want } from '../format.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { refusals } from './nuget-refusals.ts';
import { normaliseVersion } from './nuget-version.ts';
import { type Nuspec, packagePath } from './nuspec.ts';

/** One version as registrations describe it. */
export interface Registered {
  version: string;
  /** The members of its catalogue entry, without addresses of its source. */
  entry: Record<string, unknown>;
}

/** A part of an upstream's long registration that is a document of its own. */
export interface RegistrationPage {
  lower: string;
  upper: string;
  count: number;
  url: string;
}

export interface NugetListing {
  registered: Registered[];
  pages: RegistrationPage[];
  /** All versions, listed or not, and where the upstream's list of them is. */
  versions: string[];
  source?: string;
  nuspec?: string;
  /** An upstream's resources: type to address. */
  resources?: Record<string, string>;
}

const nothing = (): NugetListing => ({ registered: [], pages: [], versions: [] });

function getEntry({ createdAt, facts }: VersionRow, version: string): Record<string, unknown> {
  const { id, groups, source: _, version: __, ...rest } = facts.native as Nuspec;
  const listed = facts.yanked !== true;
  return {
    id,
    version,
    ...rest,
    listed,
    // Clients of old know unlisted packages by this year.
    published: listed ? createdAt.toISOString() : '1900-01-01T00:00:00Z',
    dependencyGroups: groups.map(({ framework, dependencies }) => ({ ...(framework ? { targetFramework: framework } : {}), dependencies })),
  };
}

export async function load(want: Want, rows: Rows): Promise<NugetListing | undefined> {
  if (want.package === undefined) return nothing();
  const found = await rows.package(want.package);
  const stored = (found?.versions ?? []).filter(({ files, facts }) => files.some(({ lead }) => lead) && facts.native);
  if (stored.length === 0) return undefined;
  if (want.variant === 'nuspec') {
    const one = stored.find(({ version }) => version.toLowerCase() === want.version);
    return one && { ...nothing(), nuspec: (one.facts.native as Nuspec).source };
  }
  return {
    ...nothing(),
    versions: stored.map(({ version }) => version),
    registered: stored.map((row) => ({ version: row.version, entry: getEntry(row, row.version) })),
  };
}

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function registeredIn(items: readonly unknown[]): Registered[] {
  return items.flatMap((item) => {
    const entry = findRecord(plainJson(ownValue(item, 'catalogEntry')));
    const version = normaliseVersion(ownText(entry, 'version', 200) ?? '');
    return entry && version ? [{ version, entry }] : [];
  });
}

function registrationIn(document: unknown, url: string): NugetListing {
  const pages: RegistrationPage[] = [];
  const registered: Registered[] = [];
  if (!Array.isArray(ownValue(document, 'items'))) throw new Error('no items');
  for (const page of readList(ownValue(document, 'items'))) {
    const inside = ownValue(page, 'items');
    if (Array.isArray(inside)) registered.push(...registeredIn(inside));
    else {
      const [lower, upper, place] = [ownText(page, 'lower', 200), ownText(page, 'upper', 200), ownText(page, '@id', 2000)];
      if (lower && upper && place) pages.push({ lower, upper, count: Number(ownValue(page, 'count')) || 0, url: new URL(place, url).href });
    }
  }
  return { ...nothing(), registered, pages };
}

function resourcesIn(document: unknown): Record<string, string> {
  if (!Array.isArray(ownValue(document, 'resources'))) throw new Error('no resources');
  const pairs = readList(ownValue(document, 'resources')).flatMap((one): [string, string][] => {
    const [type, place] = [ownText(one, '@type', 200), ownText(one, '@id', 2000)];
    return type && place ? [[type, place]] : [];
  });
  return Object.fromEntries(pairs);
}

export function parse(want: Want, bytes: Buffer, { url }: { url: string }): NugetListing {
  try {
    // Some hosts keep their registrations packed and say so to everybody.
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: 256 * 1024 * 1024 }) : bytes).toString();
    if (want.variant === 'nuspec') {
      if (!/<package[\s>]/.test(text)) throw new Error('no manifest');
      return { ...nothing(), nuspec: text };
    }
    const document: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (want.variant === 'service') return { ...nothing(), resources: resourcesIn(document) };
    if (want.variant?.startsWith('page ')) return { ...nothing(), registered: registeredIn(readList(ownValue(document, 'items'))) };
    if (want.variant !== 'flat') return registrationIn(document, url);
    const versions = ownValue(document, 'versions');
    if (!Array.isArray(versions)) throw new Error('no versions');
    return { ...nothing(), versions: versions.flatMap((one) => normaliseVersion(String(one)) ?? []), source: url };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_nuget_document, {}, { cause });
  }
}

/** Earlier parts win by version; versions differ in case alone never. */
export function merge(_want: Want, parts: readonly Part<NugetListing>[]): NugetListing {
  const registered = new Map<string, Registered>();
  const versions = new Map<string, string>();
  for (const { model } of parts) {
    for (const one of model.registered) if (!registered.has(one.version.toLowerCase())) registered.set(one.version.toLowerCase(), one);
    for (const version of model.versions) if (!versions.has(version.toLowerCase())) versions.set(version.toLowerCase(), version);
  }
  const nuspec = parts.find(({ model }) => model.nuspec !== undefined)?.model.nuspec;
  return {
    registered: [...registered.values()],
    versions: [...versions.values()],
    pages: parts.flatMap(({ model }) => model.pages),
    ...(nuspec === undefined ? {} : { nuspec }),
  };
}

export function fileSource(want: Want, { versions, source }: NugetListing): FileSource | undefined {
  const known = versions.find((version) => version.toLowerCase() === want.version?.toLowerCase());
  if (!known || !source || !want.package) return undefined;
  return { url: new URL(packagePath(want.package, known).split('/').slice(1).join('/'), source).href };
}

const bases = {
  flat: ['PackageBaseAddress/3.0.0'],
  registration: ['RegistrationsBaseUrl/3.6.0', 'RegistrationsBaseUrl/Versioned', 'RegistrationsBaseUrl/3.4.0', 'RegistrationsBaseUrl'],
} as const;

/** Address at an upstream whose service index says where its resources are. */
export function getAddress(want: Want, { resources = {}, pages }: NugetListing): string | undefined {
  if (want.variant?.startsWith('page ')) return pages.find(({ lower, upper }) => want.path.endsWith(`/page/${lower}/${upper}.json`))?.url;
  const kind = want.variant === 'flat' || want.variant === 'nuspec' ? 'flat' : 'registration';
  const base = bases[kind].map((type) => resources[type]).find((address) => address !== undefined);
  return base && `${base.replace(/\/$/, '')}/${want.path.split('/').slice(1).join('/')}`;
}
