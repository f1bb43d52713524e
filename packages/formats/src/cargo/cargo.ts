import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import semver from 'semver';
import { semanticRules } from '../advisory-rules.ts';
import { findBehind } from '../client-setting.ts';
import { documentRefusals } from '../document-refusals.ts';
import type {
  AuxContext,
  Draft,
  FileSource,
  Format,
  Inspection,
  Location,
  PackageFacts,
  Part,
  ProtocolRequest,
  PublishContext,
  Removal,
  RemoveContext,
  RenderContext,
  Rendered,
  Rows,
  SetupContext,
  Snippet,
  StagedFile,
  Want,
} from '../format.ts';
import { searchAll } from '../search-all.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { evidence, programs } from './cargo-evidence.ts';
import { refusals } from './cargo-refusals.ts';
import { readCrate, readLicences } from './crate-archive.ts';
import { type CrateListing, canonical, listingWant, offers } from './crate-listing.ts';
import { type IndexEntry, indexEntry, indexPath } from './index-entry.ts';
import { type PublishMetadata, readMetadata, readPublishBody } from './publish-body.ts';

// https://doc.rust-lang.org/cargo/reference/registries.html

const crateName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const configWant: Want = { kind: 'index', path: 'config.json', variant: 'config', freshness: 'metadata', own: true };

function locate(path: string): Location | undefined {
  const groups = /^crates\/(?<name>[^/]+)\/(?<file>[^/]+)\.crate$/.exec(path)?.groups;
  if (!groups || !crateName.test(groups.name!) || !groups.file!.startsWith(`${groups.name}-`)) return undefined;
  const version = groups.file!.slice(groups.name!.length + 1);
  return semver.valid(version) ? { package: canonical(groups.name!), version, lead: true } : undefined;
}

function classifyApi(method: string, path: string, query: URLSearchParams): Want | undefined {
  if (path === 'api/v1/crates/new' && method === 'PUT') return { kind: 'publish', path };
  if (path === 'api/v1/crates' && method === 'GET') return { kind: 'aux', path, variant: `search ${query.get('q') ?? ''}` };
  const groups = /^api\/v1\/crates\/(?<name>[^/]+)\/(?:(?<version>[^/]+)\/)?(?<verb>download|yank|unyank|owners)$/.exec(path)?.groups;
  if (!groups || !crateName.test(groups.name!)) return undefined;
  const { name, version, verb } = groups as { name: string; version?: string; verb: string };
  if (verb === 'owners') return { kind: 'aux', path, variant: 'owners', package: canonical(name) };
  if (!version || !semver.valid(version)) return undefined;
  if (verb === 'download')
    return method === 'GET' || method === 'HEAD'
      ? { kind: 'file', path: `crates/${name}/${name}-${version}.crate`, package: canonical(name), version, listing: listingWant(name) }
      : undefined;
  if ((verb === 'yank' && method === 'DELETE') || (verb === 'unyank' && method === 'PUT'))
    return { kind: 'publish', path, variant: verb, package: canonical(name), version };
  return undefined;
}

/** Existing clients are set up with `index/` at the end of the address; no entry of the index begins so. */
function classify({ method, path: given, query }: ProtocolRequest): Want | undefined {
  const path = given.replace(/^index\//, '');
  if (path.startsWith('api/')) return classifyApi(method, path, query);
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === 'config.json') return configWant;
  const location = locate(path);
  if (location) return { kind: 'file', path, package: location.package, version: location.version, listing: listingWant(path.split('/')[1]!) };
  const name = path.split('/').at(-1) ?? '';
  return crateName.test(name) && indexPath(name) === path.toLowerCase() ? listingWant(name) : undefined;
}

function readFacts(metadata: PublishMetadata, entry: IndexEntry, inside: PackageFacts): PackageFacts {
  const text = (value: string | null | undefined) => (value ? value : undefined);
  const description = text(metadata.description);
  const homepage = text(metadata.homepage) ?? text(metadata.repository);
  const readme = text(metadata.readme);
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    ...(readme ? { readme } : {}),
    licenses: metadata.license ? readLicences(metadata.license) : (inside.licenses ?? []),
    tags: metadata.keywords ?? [],
    authors: metadata.authors ?? [],
    dependencies: metadata.deps.map((one) => ({
      name: one.name,
      requirement: one.version_req,
      scope: one.kind === 'dev' ? 'development' : one.kind === 'build' ? 'build' : one.optional ? 'optional' : 'runtime',
    })),
    display: metadata.rust_version ? { 'Rust version': metadata.rust_version } : {},
    native: entry,
  };
}

const done = (body: unknown): Rendered => ({ contentType: 'application/json', body: JSON.stringify(body) });

const getProperties = (name: string, version: string) => ({ 'crate.name': [name], 'crate.version': [version] });

/** What an upstream's crate says of itself. Whoever published one here said more, and the licence that its archive names is the same. */
async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const [, name = ''] = path.split('/');
  return { ...location, facts: await readCrate(file, name, location.version), adds: ['licenses'], properties: getProperties(name, location.version) };
}

async function publish(want: Want, context: PublishContext): Promise<Draft> {
  if (want.variant === 'yank' || want.variant === 'unyank') {
    const row = (await context.rows.package(want.package!))?.versions.find(({ version }) => version === want.version);
    if (!row) throw new AppError(documentRefusals.version_missing, { package: `${want.package}`, version: `${want.version}` });
    return { files: [], amend: [{ package: want.package!, version: want.version!, facts: { yanked: want.variant === 'yank' } }], answer: done({ ok: true }) };
  }
  const { metadata, crate } = await readPublishBody(context.body, (bytes) => context.read(readMetadata, bytes));
  if (!crateName.test(metadata.name) || !semver.valid(metadata.vers)) throw new AppError(refusals.crate_without_name);
  const name = canonical(metadata.name);
  const existing = await context.rows.package(name);
  const twin = existing?.versions.find(({ version }) => withoutBuild(version) === withoutBuild(metadata.vers));
  const other = (existing?.versions[0]?.facts.native as IndexEntry | undefined)?.name;
  if (other && other !== metadata.name) throw new AppError(refusals.crate_named_alike, { name: other });
  const staged = await context.stage(Readable.from(crate));
  const promised = context.request.headers['x-checksum-sha256'];
  if (promised !== undefined && promised.toLowerCase() !== staged.sha256) throw new AppError(refusals.crate_differs, { actual: staged.sha256, promised });
  const inside = await context.read(readCrate, staged, metadata.name, metadata.vers);
  const entry = indexEntry(metadata, staged.sha256);
  const known = (twin?.facts.native as IndexEntry | undefined)?.cksum ?? twin?.files.find(({ lead }) => lead)?.sha256;
  if (twin && known !== staged.sha256) throw new AppError(refusals.crate_exists, { version: metadata.vers });
  const inspection: Inspection = {
    package: name,
    version: metadata.vers,
    lead: true,
    facts: readFacts(metadata, entry, inside),
    properties: getProperties(metadata.name, metadata.vers),
  };
  const path = `crates/${metadata.name}/${metadata.name}-${metadata.vers}.crate`;
  return { files: twin ? [] : [{ path, staged, inspection }], answer: done({ warnings: { invalid_categories: [], invalid_badges: [], other: [] } }) };
}

const withoutBuild = (version: string) => version.split('+')[0];

async function remove(want: Want, _context: RemoveContext): Promise<Removal> {
  return { paths: [want.path], answer: done({ ok: true }) };
}

async function load(want: Want, rows: Rows): Promise<CrateListing | undefined> {
  if (want.variant === 'config') return { entries: [] };
  const found = await rows.package(want.package ?? '');
  const entries = (found?.versions ?? [])
    .filter(({ files, facts }) => files.some((file) => file.lead) && facts.native)
    .map(({ facts }) => ({ ...(facts.native as IndexEntry), yanked: facts.yanked === true }));
  return entries.length > 0 ? { entries } : undefined;
}

function parse(want: Want, document: Buffer): CrateListing {
  try {
    if (want.variant === 'config') {
      const { dl } = JSON.parse(document.toString()) as { dl?: unknown };
      if (typeof dl !== 'string') throw new Error('no download address');
      return { entries: [], download: dl };
    }
    const entries = document
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as IndexEntry);
    return { entries: entries.filter(({ name, vers, cksum }) => crateName.test(name) && semver.valid(vers) && /^[0-9a-f]{64}$/.test(cksum)) };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_crate_index, {}, { cause });
  }
}

function merge(want: Want, parts: readonly Part<CrateListing>[]): CrateListing {
  if (want.variant === 'config') return { entries: [] };
  const entries = new Map<string, IndexEntry>();
  for (const { model } of parts)
    for (const entry of model.entries) {
      const key = withoutBuild(entry.vers)!;
      if (!entries.has(key)) entries.set(key, entry);
    }
  return { entries: [...entries.values()] };
}

function render(want: Want, { entries }: CrateListing, { baseUrl }: RenderContext): Rendered {
  if (want.variant === 'config') return done({ dl: `${baseUrl}/api/v1/crates`, api: baseUrl, 'auth-required': true });
  const lines = entries.toSorted((a, b) => compareVersions(a.vers, b.vers)).map((entry) => `${JSON.stringify(entry)}\n`);
  return { contentType: 'text/plain; charset=utf-8', body: lines.join('') };
}

function fileSource(want: Want, { entries, download }: CrateListing): FileSource | undefined {
  const entry = entries.find(({ vers }) => vers === want.version);
  if (!entry) return undefined;
  // Without markers the address is completed by name, version and the word. https://doc.rust-lang.org/cargo/reference/registry-index.html#index-configuration
  const template = download ?? 'api/v1/crates';
  const marks: Record<string, string> = {
    '{crate}': entry.name,
    '{version}': entry.vers,
    '{prefix}': indexPath(entry.name).split('/').slice(0, -1).join('/'),
    '{sha256-checksum}': entry.cksum,
  };
  marks['{lowerprefix}'] = marks['{prefix}']!.toLowerCase();
  const marked = Object.keys(marks).some((mark) => template.includes(mark));
  const url = marked
    ? Object.entries(marks).reduce((text, [mark, value]) => text.replaceAll(mark, value), template)
    : `${template}/${entry.name}/${entry.vers}/download`;
  return { url, sha256: entry.cksum };
}

async function search(context: AuxContext): Promise<Rendered> {
  const limit = Math.min(100, Math.max(1, Number(context.request.query.get('per_page') ?? 10) || 10));
  const pages = await searchAll(context, context.request.query.get('q') ?? '', { offset: 0, limit });
  const crates = pages
    .flatMap(({ packages }) => packages)
    .slice(0, limit)
    .map(({ name, versions }) => {
      const latest = versions.toSorted((a, b) => compareVersions(b.version, a.version))[0]!;
      return { name: (latest.facts.native as IndexEntry | undefined)?.name ?? name, max_version: latest.version, description: latest.facts.description ?? '' };
    });
  return done({ crates, meta: { total: pages.reduce((sum, { total }) => sum + total, 0) } });
}

async function aux(want: Want, context: AuxContext): Promise<Rendered | undefined> {
  if (want.variant?.startsWith('search')) return search(context);
  // Who may publish is a matter of permissions here, not of owners by crate.
  if (want.variant !== 'owners') return undefined;
  if (context.request.method === 'GET') return done({ users: [] });
  throw new AppError(refusals.crate_without_owners);
}

function compareVersions(a: string, b: string): number {
  if (semver.valid(a) && semver.valid(b)) return semver.compareBuild(a, b);
  return semver.valid(a) ? 1 : semver.valid(b) ? -1 : a.localeCompare(b);
}

function setup({ url, key, canDeploy }: SetupContext): Snippet[] {
  return [
    {
      step: 'configure',
      title: 'Name the registry',
      file: '.cargo/config.toml',
      language: 'toml',
      text: `[registries.${key}]\nindex = "sparse+${url}/"\n\n[registry]\nglobal-credential-providers = ["cargo:token"]`,
    },
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Give cargo the token',
      language: 'shell',
      text: `export CARGO_REGISTRIES_${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_TOKEN="$${tokenVariable}"`,
    },
    ...(canDeploy ? [{ step: 'publish' as const, title: 'Publish a crate', language: 'shell' as const, text: `cargo publish --registry ${key}` }] : []),
    { step: 'resolve', title: 'Add a crate to yours', language: 'shell', text: `cargo add my-crate --registry ${key}` },
  ];
}

/** Rust crates over the sparse registry protocol. */
export const cargo: Format<CrateListing> = {
  id: 'cargo',
  readerRevision: 2,
  apiName: 'cargo',
  heavyFacts: { deps: [], features: [] },
  challenge: 'basic',
  renderError: (status, _code, message) => ({ status, contentType: 'application/json', body: JSON.stringify({ errors: [{ detail: message }] }) }),
  classify,
  locate,
  mayReplace: () => false,
  inspect,
  readers: [readMetadata, readCrate],
  publish,
  remove,
  load,
  parse,
  merge,
  render,
  fileSource,
  offers,
  aux,
  advisories: semanticRules(false),
  evidence,
  exactVersion: (requirement) => /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(requirement)?.[1],
  programs,
  // https://doc.rust-lang.org/cargo/reference/source-replacement.html
  clientUpstream: { settings: [{ files: ['~/.cargo/config.toml', '~/.cargo/config'], find: findBehind(/(?:registry|index)\s*=\s*"sparse\+/) }] },
  compareVersions,
  setup,
  demo: async () => (await import('./cargo-demo.ts')).demo,
};
