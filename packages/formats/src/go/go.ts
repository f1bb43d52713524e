import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import semver from 'semver';
import { semanticRules } from '../advisory-rules.ts';
import { findBehind } from '../client-setting.ts';
import { documentRefusals } from '../document-refusals.ts';
import type {
  AuxContext,
  Draft,
  Format,
  Inspection,
  Location,
  Part,
  ProtocolRequest,
  PublishContext,
  Rendered,
  Rows,
  SetupContext,
  Snippet,
  StagedFile,
  Want,
} from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { readJson } from '../text/read-json.ts';
import { evidence, programs } from './go-evidence.ts';
import { type ModuleListing, type ModuleVersion, offers } from './go-offers.ts';
import { readFacts, readModuleZip } from './go-package.ts';
import { refusals } from './go-refusals.ts';
import { escapeModule, isModulePath, unescapeModule } from './module-path.ts';

// https://go.dev/ref/mod#goproxy-protocol and https://go.dev/ref/mod#module-proxy

const versionFile = /^(?<module>.+)\/@v\/(?<version>[^/]+)\.(?<kind>info|mod|zip)$/;

function locate(path: string): Location | undefined {
  const groups = versionFile.exec(path)?.groups;
  const name = groups && unescapeModule(groups.module!);
  const version = groups && unescapeModule(groups.version!);
  if (!groups || !name || !version || !isModulePath(name) || !semver.valid(version)) return undefined;
  return { package: name, version, lead: groups.kind === 'zip' };
}

/** What is known of a module is read from its archive: whoever names its `.mod` or `.info` means that. */
const leadPath = (path: string): string | undefined => (locate(path)?.lead === false ? path.replace(/\.(?:mod|info)$/, '.zip') : undefined);

function classifyRead(path: string): Want | undefined {
  if (path.startsWith('sumdb/')) return { kind: 'aux', path, variant: 'sumdb' };
  const listing = /^(?<module>.+)\/(?<which>@v\/list|@latest)$/.exec(path)?.groups;
  if (listing) {
    const name = unescapeModule(listing.module!);
    return name && isModulePath(name)
      ? { kind: 'index', path, package: name, variant: listing.which === '@latest' ? 'latest' : 'list', freshness: 'metadata' }
      : undefined;
  }
  const location = locate(path);
  if (location) return { kind: 'file', path, package: location.package, version: location.version };
  // A branch or commit name: only an upstream can say which version it means, and only for now.
  const query = versionFile.exec(path)?.groups;
  const name = query && unescapeModule(query.module!);
  return query?.kind === 'info' && name && isModulePath(name) ? { kind: 'file', path, package: name, freshness: 'pointer' } : undefined;
}

function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  const location = locate(path);
  if (!location) return undefined;
  if (method === 'PUT') return { kind: 'publish', path, ...location };
  return method === 'DELETE' ? { kind: 'remove', path, ...location } : undefined;
}

async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  if (!path.endsWith('.zip')) return location;
  return {
    ...location,
    facts: readFacts(await readModuleZip(location, file)),
    properties: { 'go.name': [location.package], 'go.version': [location.version] },
  };
}

/**
 * Clients that bring their own `.info` bring it after the zip, when ours is made already. Both say the same version; the first one stays,
 * since what a version is must not change under those who have it.
 */
async function publishInfo(want: Want, { rows, request, body }: PublishContext): Promise<Draft | undefined> {
  const known = request.headers['x-checksum-deploy'] === undefined ? await rows.file(want.path) : undefined;
  if (!known) return undefined;
  const given = (await readJson(body, 64 * 1024)) as { Version?: unknown } | null;
  if (given?.Version !== want.version) throw new AppError(refusals.module_information_of_other_version, { version: `${want.version}` });
  return { files: [], answer: { status: 201, contentType: 'application/json', headers: { 'x-checksum-sha256': known.sha256 }, body: JSON.stringify(given) } };
}

/** A zip is enough to publish: `.mod` and `.info` are made from it. A client that brings them itself stores them as they are. */
async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.path.endsWith('.info')) return publishInfo(want, context);
  if (!want.path.endsWith('.zip') || !want.package || !want.version) return undefined;
  const { package: name, version } = want;
  const location: Location = { package: name, version, lead: true };
  const zip = await context.stage(context.body);
  const promised = context.request.headers['x-checksum-sha256'];
  if (promised !== undefined && promised.toLowerCase() !== zip.sha256) throw new AppError(documentRefusals.sha256_differs, { actual: zip.sha256, promised });
  const contents = await context.read(readModuleZip, location, zip);
  const base = `${escapeModule(name)}/@v/${escapeModule(version)}`;
  const derived = async (ending: string, text: string) => {
    if (await context.rows.file(`${base}.${ending}`)) return [];
    const staged = await context.stage(getStream(text));
    return [{ path: `${base}.${ending}`, staged, inspection: { ...location, lead: false } }];
  };
  return {
    files: [
      { path: want.path, staged: zip, inspection: { ...location, facts: readFacts(contents), properties: { 'go.name': [name], 'go.version': [version] } } },
      ...(await derived('mod', contents.goMod)),
      ...(await derived('info', JSON.stringify({ Version: version, Time: new Date().toISOString().replace(/\.\d+/, '') }))),
    ],
    answer: { status: 201, contentType: 'application/json', headers: { 'x-checksum-sha256': zip.sha256 }, body: JSON.stringify({ module: name, version }) },
  };
}

function getStream(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

async function load(want: Want, rows: Rows): Promise<ModuleListing | undefined> {
  const found = await rows.package(want.package ?? '');
  const versions = (found?.versions ?? [])
    .filter(({ files }) => files.some((file) => file.lead))
    .map(({ version, createdAt }) => ({ version, time: createdAt.toISOString() }));
  return versions.length > 0 ? { versions } : undefined;
}

function parse(want: Want, document: Buffer): ModuleListing {
  const text = document.toString();
  if (want.variant !== 'latest')
    return {
      versions: text
        .split('\n')
        .map((line) => line.trim().split(/\s+/)[0] ?? '')
        .filter((version) => semver.valid(version))
        .map((version) => ({ version })),
    };
  try {
    const { Version, Time } = JSON.parse(text) as { Version?: unknown; Time?: unknown };
    if (typeof Version !== 'string') throw new Error('no version');
    return { versions: [{ version: Version, ...(typeof Time === 'string' ? { time: Time } : {}) }] };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_version, {}, { cause });
  }
}

function merge(_want: Want, parts: readonly Part<ModuleListing>[]): ModuleListing {
  const versions = new Map<string, ModuleVersion>();
  for (const { model } of parts) for (const one of model.versions) if (!versions.has(one.version)) versions.set(one.version, one);
  return { versions: [...versions.values()] };
}

const isPseudo = (version: string) => /^v\d+\.\d+\.\d+-(?:.*\.)?\d{14}-[0-9a-f]{12}(?:\+incompatible)?$/.test(version);

/** Releases before pre-releases before pseudo-versions, each the highest. https://go.dev/ref/mod#version-queries */
function findLatest(versions: readonly ModuleVersion[]): ModuleVersion | undefined {
  const rank = ({ version }: ModuleVersion) => (isPseudo(version) ? 0 : semver.prerelease(version) ? 1 : 2);
  return versions.toSorted((a, b) => rank(b) - rank(a) || compareVersions(b.version, a.version))[0];
}

function render(want: Want, { versions }: ModuleListing): Rendered {
  if (want.variant === 'latest') {
    const latest = findLatest(versions);
    if (!latest) return { status: 404, contentType: 'text/plain; charset=utf-8', body: 'not found: no versions\n' };
    return { contentType: 'application/json', body: JSON.stringify({ Version: latest.version, ...(latest.time ? { Time: latest.time } : {}) }) };
  }
  const listed = versions.map(({ version }) => version).filter((version) => !isPseudo(version));
  return {
    contentType: 'text/plain; charset=utf-8',
    body: listed
      .sort(compareVersions)
      .map((version) => `${version}\n`)
      .join(''),
  };
}

/** The checksum database is public: it is asked for public modules only, and never hears of one that lives here. https://go.dev/ref/mod#checksum-database */
async function sumdb(want: Want, context: AuxContext): Promise<Rendered | undefined> {
  const lookup = /^sumdb\/[^/]+\/lookup\/(?<module>.+)@[^@]+$/.exec(want.path)?.groups?.module;
  const name = lookup && unescapeModule(lookup);
  if (name) for (const rows of context.rows) if (await rows.package(name)) return undefined;
  const answer = await context.upstream?.(want.path);
  if (answer?.status !== 200) return undefined;
  // The upstream's own type is not passed on: here it would be answered as ours.
  return { contentType: 'text/plain; charset=utf-8', body: answer.body };
}

function compareVersions(a: string, b: string): number {
  if (semver.valid(a) && semver.valid(b)) return semver.compareBuild(a, b);
  return semver.valid(a) ? 1 : semver.valid(b) ? -1 : a.localeCompare(b);
}

const proxyTitle = 'Use the repository as module proxy';

function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  // Go refuses to send a password over plain HTTP, whatever the host.
  const isPlain = url.startsWith('http:');
  const address = isPlain ? url : url.replace('://', `://${encodeURIComponent(user)}:$${tokenVariable}@`);
  const title = isPlain ? 'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it' : proxyTitle;
  return [
    tokenSnippet(),
    { step: 'configure', title, language: 'shell', text: `export GOPROXY="${address},direct"` },
    {
      step: 'configure',
      title: 'Name your own modules, so that the public checksum database is not asked about them',
      language: 'shell',
      text: 'export GONOSUMDB="example.com/*"',
    },
    ...(canDeploy
      ? [
          {
            step: 'publish' as const,
            title: 'Publish a module',
            language: 'shell' as const,
            text: `curl -f -u "${user}:$${tokenVariable}" -T v1.0.0.zip "${url}/example.com/hello/@v/v1.0.0.zip"`,
          },
        ]
      : []),
    { step: 'resolve', title: 'Add a module to yours', language: 'shell', text: 'go get example.com/hello@v1.0.0' },
  ];
}

/** Several are named behind each other, `direct` and `off` among them. */
const listProxies = (text: string): string[] => text.split(/[,|]/);

/** Go modules over the module proxy protocol. */
export const go: Format<ModuleListing> = {
  id: 'go',
  readerRevision: 2,
  apiName: 'go',
  challenge: 'basic',
  renderError: (status, _code, message) => ({ status, contentType: 'text/plain; charset=utf-8', body: `${message}\n` }),
  classify,
  locate,
  leadPath,
  inspect,
  readers: [readModuleZip],
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  offers,
  aux: (want, context) => sumdb(want, context),
  // Go's versions are written with and without a `v`.
  evidence,
  programs,
  advisories: { ...semanticRules(false), normalVersion: (version) => version.replace(/^v/, '') },
  // https://go.dev/ref/mod#environment-variables
  clientUpstream: {
    settings: [
      { variable: 'GOPROXY', find: listProxies },
      { files: ['~/.config/go/env', '/usr/local/go/go.env', '/usr/lib/go/go.env'], find: (text) => findBehind(/GOPROXY=/)(text).flatMap(listProxies) },
    ],
    usual: () => findKnownUpstream('pkg:golang/example.com/a@v1.0.0', '/example.com/a/@v/v1.0.0.zip'),
  },
  compareVersions,
  setup,
  demo: async () => (await import('./go-demo.ts')).demo,
};
