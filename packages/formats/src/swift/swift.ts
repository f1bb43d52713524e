import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { semanticRules } from '../advisory-rules.ts';
import { findInJson } from '../client-setting.ts';
import type {
  AuxContext,
  Draft,
  Format,
  Inspection,
  Location,
  ProtocolRequest,
  PublishContext,
  Rendered,
  SetupContext,
  Snippet,
  StagedFile,
  UpstreamRequest,
  Want,
} from '../format.ts';
import { searchAll } from '../search-all.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { ownValue } from '../text/plain-json.ts';
import { readForm } from '../text/read-form.ts';
import { json } from '../text/render-json.ts';
import {
  archivePath,
  isPackage,
  isVersion,
  packageName,
  readArchive,
  readFacts,
  readMetadata,
  repositoryUrls,
  type Signing,
  type SwiftRelease,
} from './source-archive.ts';
import { evidence, plainAddress } from './swift-evidence.ts';
import { api, compareVersions, fileSource, load, merge, parse, problem, render, type SwiftListing } from './swift-listing.ts';
import { refusals } from './swift-refusals.ts';

const release = /^(?<scope>[^/]+)\/(?<name>[^/]+)\/(?<version>\d[^/]*?)(?<ending>\.zip|\.json|\/Package\.swift)?$/;

interface Place {
  scope: string;
  name: string;
  version: string;
}

function releaseWant({ scope, name, version }: Place): Want {
  const path = `${scope}/${name}/${version}`.toLowerCase();
  return { kind: 'index', path, package: packageName(scope, name), version, variant: 'release', freshness: 'metadata' };
}

function archiveWant(place: Place): Want {
  const { scope, name, version } = place;
  return { kind: 'file', path: archivePath(scope, name, version), package: packageName(scope, name), version, listing: releaseWant(place) };
}

function getPlace(path: string): Place | undefined {
  const groups = /^(?<scope>[^/]+)\/(?<name>[^/]+)\/(?<file>[^/]+)\.zip$/.exec(path)?.groups;
  if (!groups || !isPackage(groups.scope!, groups.name!) || !groups.file!.startsWith(`${groups.name}-`)) return undefined;
  const version = groups.file!.slice(groups.name!.length + 1);
  const place = { scope: groups.scope!, name: groups.name!, version };
  return isVersion(version) && archivePath(place.scope, place.name, version) === path ? place : undefined;
}

function locate(path: string): Location | undefined {
  const place = getPlace(path);
  return place && { package: packageName(place.scope, place.name), version: place.version, lead: true };
}

function classifyManifest(place: Place, query: URLSearchParams): Want | undefined {
  const asked = query.get('swift-version');
  if (asked !== null && !/^\d+(?:\.\d+){0,2}$/.test(asked)) return undefined;
  const file = asked === null ? 'Package.swift' : `Package@swift-${asked}.swift`;
  return { ...releaseWant(place), path: `${place.scope}/${place.name}/${place.version}`.toLowerCase().concat('/', file), variant: 'manifest' };
}

function classifyRead(path: string, query: URLSearchParams): Want | undefined {
  if (path === 'identifiers') return { kind: 'aux', path, variant: 'identifiers' };
  const stored = getPlace(path);
  if (stored) return archiveWant(stored);
  const groups = release.exec(path)?.groups;
  if (groups) {
    const place = { scope: groups.scope!, name: groups.name!, version: groups.version! };
    if (!isPackage(place.scope, place.name) || !isVersion(place.version)) return undefined;
    if (groups.ending === '.zip') return archiveWant(place);
    return groups.ending === '/Package.swift' ? classifyManifest(place, query) : releaseWant(place);
  }
  const [scope = '', name = '', ...rest] = path.replace(/\.json$/, '').split('/');
  if (rest.length > 0 || !isPackage(scope, name)) return undefined;
  return { kind: 'index', path: `${scope}/${name}`.toLowerCase(), package: packageName(scope, name), variant: 'releases', freshness: 'metadata' };
}

function classify({ method, path, query }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path, query);
  if (method === 'POST') return path === 'login' ? { kind: 'aux', path, variant: 'login' } : undefined;
  const location = locate(path);
  if (location && method === 'PUT') return { kind: 'publish', path, variant: 'plain', ...location };
  if (location && method === 'DELETE') return { kind: 'remove', path, ...location };
  const groups = release.exec(path)?.groups;
  if (method !== 'PUT' || !groups || groups.ending !== undefined || !isPackage(groups.scope!, groups.name!) || !isVersion(groups.version!)) return undefined;
  return { kind: 'publish', path, variant: 'release', package: packageName(groups.scope!, groups.name!), version: groups.version! };
}

async function inspectAs(place: Place, file: StagedFile, more: Pick<SwiftRelease, 'metadata' | 'signing'>): Promise<Inspection> {
  const { scope, name, version } = place;
  const archive = await readArchive(file);
  return {
    package: packageName(scope, name),
    version,
    lead: true,
    facts: readFacts(archive, { scope, name, manifests: archive.manifests, ...more }),
    properties: { 'swift.scope': [scope], 'swift.name': [name], 'swift.version': [version] },
  };
}

async function inspect(_location: Location, path: string, file: StagedFile): Promise<Inspection> {
  return inspectAs(getPlace(path)!, file, { metadata: {} });
}

async function readSigning(signature: StagedFile | undefined, format: string | undefined): Promise<{ signing?: Signing }> {
  if (!signature) return {};
  if (format !== 'cms-1.0.0') throw new AppError(refusals.signature_needs_format);
  const bytes = await readUpTo(signature.open(), 1024 * 1024);
  return { signing: { signatureBase64Encoded: bytes.toString('base64'), signatureFormat: format } };
}

// https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/Registry.md#46-create-a-package-release
async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'plain') return undefined;
  const [scope = '', name = '', version = ''] = want.path.split('/');
  const { headers } = context.request;
  const form = await readForm(
    context.body,
    headers['content-type'],
    { fields: 10, fieldSize: 1024 * 1024, files: 5, isFile: (field) => field !== 'metadata' },
    (part) => context.stage(part),
  );
  const part = (field: string) => form.files.find((one) => one.field === field)?.staged;
  const staged = part('source-archive');
  if (!staged) throw new AppError(refusals.form_without_source_archive);
  const metadata = await context.read(readMetadata, form.fields.get('metadata')?.[0]);
  const signing = await readSigning(part('source-archive-signature'), headers['x-swift-package-signature-format']);
  const inspection = await context.read(inspectAs, { scope, name, version }, staged, { metadata, ...signing });
  const place = `${context.baseUrl}/${scope}/${name}/${version}`;
  const answer: Rendered = {
    status: 201,
    contentType: 'application/json',
    headers: { ...api, location: place },
    body: JSON.stringify({ message: 'Published' }),
  };
  return { files: [{ path: archivePath(scope, name, version), staged, inspection }], answer };
}

/** Of an upstream's answer; one source repository rarely has more than one. */
const mostIdentifiers = 100;

/** Both spellings of an address that people use for one repository. */
const plainUrl = (url: string) =>
  url
    .toLowerCase()
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/(?:\.git)?\/?$/, '');

/** Packages that come from a source repository, among those whose name or description has the repository's own name in it. */
async function identifiers(context: AuxContext): Promise<Rendered> {
  const { request, rows, upstream } = context;
  const url = request.query.get('url');
  if (!url) return problem(400, 'Say the address of the repository: ?url=');
  const wanted = plainUrl(url);
  const word = wanted.split('/').at(-1) ?? '';
  const found = new Set<string>();
  const pages = await searchAll(context, word, { offset: 0, limit: 100 });
  for (const { facts } of pages.flatMap(({ packages }) => packages).flatMap(({ versions }) => versions)) {
    const native = facts.native as SwiftRelease | undefined;
    if (native && repositoryUrls(native).some((address) => plainUrl(address) === wanted)) found.add(`${native.scope}.${native.name}`);
  }
  const answer = await upstream?.('identifiers', {
    query: `url=${encodeURIComponent(url)}`,
    headers: { accept: 'application/vnd.swift.registry.v1+json' },
  });
  const theirs = answer?.status === 200 ? ownValue(JSON.parse(answer.body.toString()), 'identifiers') : [];
  for (const id of Array.isArray(theirs) ? theirs.slice(0, mostIdentifiers) : []) {
    const isOurs = (await Promise.all(rows.map((one) => one.package(String(id).toLowerCase())))).some((one) => one !== undefined);
    if (!isOurs) found.add(String(id));
  }
  if (found.size === 0) return problem(404, 'No package comes from this repository');
  return json({ identifiers: [...found] }, { headers: api });
}

async function aux(want: Want, context: AuxContext): Promise<Rendered | undefined> {
  if (want.variant === 'identifiers') return identifiers(context);
  if (context.user === undefined) throw new AppError('unauthenticated');
  return { contentType: 'text/plain; charset=utf-8', headers: api, body: '' };
}

function upstream(want: Want): UpstreamRequest {
  const [, folder = want.path, asked] = /^(.*)\/Package@swift-([\d.]+)\.swift$/.exec(want.path) ?? [];
  const kind = want.variant === 'manifest' ? 'swift' : 'json';
  return {
    ...(asked === undefined ? { path: want.path } : { path: `${folder}/Package.swift`, query: `swift-version=${asked}` }),
    headers: { accept: `application/vnd.swift.registry.v1+${kind}` },
  };
}

function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  const publishing: Snippet[] = [
    {
      step: 'publish',
      title: 'Publish the package in this folder',
      language: 'shell',
      text: `swift package-registry publish acme.Hello 1.0.0 --url "${url}"`,
    },
    {
      step: 'publish',
      title: 'Publish a source archive without swift',
      language: 'shell',
      text: `curl -f -X PUT -u "${user}:$${tokenVariable}" -F "source-archive=@Hello.zip;type=application/zip" "${url}/acme/Hello/1.0.0"`,
    },
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Name the registry and sign in',
      language: 'shell',
      text: `swift package-registry set --global "${url}"\nswift package-registry login "${url}" --token "$${tokenVariable}" --no-confirm`,
    },
    ...(canDeploy ? publishing : []),
    {
      step: 'resolve',
      title: 'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then',
      language: 'shell',
      text: 'swift package resolve',
    },
    {
      step: 'resolve',
      title: 'Download a source archive without swift',
      language: 'shell',
      text: `curl -f -u "${user}:$${tokenVariable}" -o Hello.zip "${url}/acme/Hello/1.0.0.zip"`,
    },
  ];
}

/** Swift packages over the package registry service. */
export const swift: Format<SwiftListing> = {
  id: 'swift',
  apiName: 'swift',
  heavyFacts: { manifests: [] },
  challenge: 'basic',
  fileHeaders: api,
  renderError: (status, _code, message) => problem(status, message),
  classify,
  locate,
  inspect,
  readers: [inspectAs, readMetadata],
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  upstream,
  fileSource,
  aux,
  // https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/usingswiftpackageregistry
  clientUpstream: {
    settings: [
      {
        files: ['~/.swiftpm/configuration/registries.json'],
        find: findInJson((settings) => [(settings as { registries?: Record<string, { url?: unknown }> }).registries?.['[default]']?.url]),
      },
    ],
  },
  compareVersions,
  // Advisories call packages by where their source is.
  advisories: { ...semanticRules(true), normalName: plainAddress },
  evidence,
  setup,
};
