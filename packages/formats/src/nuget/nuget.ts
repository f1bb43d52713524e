import { AppError } from '@packhouse/contract/errors.ts';
import { documentRefusals } from '../document-refusals.ts';
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
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { readForm } from '../text/read-form.ts';
import { json } from '../text/render-json.ts';
import { evidence } from './nuget-evidence.ts';
import { fileSource, getAddress, load, merge, type NugetListing, parse } from './nuget-listing.ts';
import { offers } from './nuget-offers.ts';
import { pageWant, wantIndex } from './nuget-place.ts';
import { refusals } from './nuget-refusals.ts';
import { compareVersions, normaliseVersion } from './nuget-version.ts';
import { inspectPackage, packageId, packagePath } from './nuspec.ts';
import { type Hive, hiveNames, render, search } from './render-nuget.ts';

const serviceWant: Want = { kind: 'index', path: 'index.json', variant: 'service', freshness: 'metadata', own: true };
const hive = `(?<hive>${hiveNames.join('|')})`;
const registration = new RegExp(`^${hive}/(?<id>[^/]+)/(?:index|(?<version>[^/]+)|page/(?<lower>[^/]+)/(?<upper>[^/]+))\\.json$`);
const flat = /^flat\/(?<id>[^/]+)\/(?:index\.json|(?<version>[^/]+)\/(?<file>[^/]+))$/;

/** Addresses are in lower case, and their versions normal. */
function isNormal(id: string, version?: string): boolean {
  return packageId.test(id) && id === id.toLowerCase() && (version === undefined || normaliseVersion(version) === version);
}

function locate(path: string): Location | undefined {
  const [id = '', version = ''] = path.split('/');
  return isNormal(id, version) && packagePath(id, version) === path ? { package: id, version, lead: true } : undefined;
}

function classifyFlat(groups: Record<string, string | undefined>): Want | undefined {
  const [id, version, file] = [groups.id ?? '', groups.version, groups.file];
  if (!isNormal(id, version)) return undefined;
  if (version === undefined) return wantIndex(id, 'flat');
  if (version !== version.toLowerCase()) return undefined;
  const place = { package: id, version };
  if (file === `${id}.${version}.nupkg`) return { kind: 'file', path: packagePath(id, version), ...place, listing: wantIndex(id, 'flat') };
  return file === `${id}.nuspec`
    ? { kind: 'index', path: `flat/${id}/${version}/${id}.nuspec`, ...place, variant: 'nuspec', freshness: 'metadata' }
    : undefined;
}

function classifyRead(path: string): Want | undefined {
  if (path === '' || path === 'index.json' || path === 'v3/index.json') return serviceWant;
  if (path === 'query' || path === 'autocomplete') return { kind: 'aux', path, variant: path };
  const place = flat.exec(path)?.groups;
  if (place) return classifyFlat(place);
  const groups = registration.exec(path)?.groups;
  if (groups) {
    const { id = '', version, lower, upper } = groups;
    if (!isNormal(id)) return undefined;
    const all = wantIndex(id, groups.hive as Hive);
    if (lower !== undefined && upper !== undefined) return pageWant(all, lower, upper);
    return version === undefined ? all : { ...all, version: version.toLowerCase() };
  }
  const location = locate(path);
  return location && { kind: 'file', path, package: location.package, version: location.version, listing: wantIndex(location.package, 'flat') };
}

function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  const call = /^api\/v2\/package(?:\/(?<id>[^/]+)\/(?<version>[^/]+))?$/.exec(path.replace(/\/$/, ''))?.groups;
  if (call) {
    if (call.id === undefined) return method === 'PUT' ? { kind: 'publish', path: 'api/v2/package', variant: 'push' } : undefined;
    const version = normaliseVersion(call.version ?? '');
    if (!version || !packageId.test(call.id) || (method !== 'DELETE' && method !== 'POST')) return undefined;
    return { kind: 'publish', path, variant: method === 'DELETE' ? 'unlist' : 'relist', package: call.id.toLowerCase(), version };
  }
  const location = locate(path);
  if (!location) return undefined;
  if (method === 'PUT') return { kind: 'publish', path, variant: 'plain', ...location };
  return method === 'DELETE' ? { kind: 'remove', path, ...location } : undefined;
}

async function inspect(_location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const { path: place, ...inspection } = await inspectPackage(file);
  if (place !== path) throw new AppError(documentRefusals.package_named_otherwise, { name: inspection.package, version: inspection.version, place });
  return inspection;
}

/** An unlisted package is found by nobody who does not know it, and still restored by those who do. */
async function list(want: Want, { rows }: PublishContext): Promise<Draft> {
  const known = (await rows.package(want.package ?? ''))?.versions.find(({ version }) => version.toLowerCase() === want.version?.toLowerCase());
  if (!known) throw new AppError(documentRefusals.version_missing, { package: `${want.package}`, version: `${want.version}` });
  const yanked = want.variant === 'unlist';
  const answer: Rendered = { status: yanked ? 204 : 200, contentType: 'application/json', body: '' };
  return { files: [], amend: [{ package: want.package ?? '', version: known.version, facts: { yanked } }], answer };
}

async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'plain') return undefined;
  if (want.variant !== 'push') return list(want, context);
  // The package is the first part, whatever its name.
  const limits = { fields: 20, fieldSize: 64 * 1024, files: 5 };
  const { files } = await readForm(context.body, context.request.headers['content-type'], limits, (part) => context.stage(part));
  const staged = files[0]?.staged;
  if (!staged) throw new AppError(refusals.nuget_form_without_package);
  const { path, ...inspection } = await context.read(inspectPackage, staged);
  return { files: [{ path, staged, inspection }], answer: json({ id: inspection.package, version: inspection.version }, { status: 201 }) };
}

/** A remote is given as the address of its service index, or as what stands above it. */
function upstream(want: Want, remoteUrl = ''): UpstreamRequest {
  if (want.variant !== 'service') return { path: want.path };
  return { path: remoteUrl.endsWith('/index.json') ? remoteUrl : `${remoteUrl.replace(/\/$/, '')}/index.json` };
}

/** The sources that clients are set up to ask, and no other setting of the file. */
function findSources(text: string): string[] {
  const sources = /<packageSources>([\s\S]*?)<\/packageSources>/.exec(text.replaceAll(/<!--[\s\S]*?-->/g, ''))?.[1] ?? '';
  return [...sources.matchAll(/<add\s[^>]*\bvalue\s*=\s*"([^"]*)"/g)].map(([, url]) => url ?? '');
}

async function aux(want: Want, context: AuxContext): Promise<Rendered | undefined> {
  return search(context, want.variant === 'autocomplete');
}

function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  const insecure = url.startsWith('http:') ? ' allowInsecureConnections="true"' : '';
  const publishing: Snippet[] = [
    {
      step: 'publish',
      title: 'Push a package',
      language: 'shell',
      text: `dotnet nuget push My.Package.1.0.0.nupkg --source packhouse --api-key "$${tokenVariable}"`,
    },
    {
      step: 'publish',
      title: 'Push a package without dotnet',
      language: 'shell',
      text: `curl -f -X PUT -u "${user}:$${tokenVariable}" -F package=@My.Package.1.0.0.nupkg "${url}/api/v2/package"`,
    },
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Name the source; the token comes from the environment',
      file: '~/.nuget/NuGet/NuGet.Config',
      language: 'xml',
      text: `<?xml version="1.0" encoding="utf-8"?>
<configuration>
  <packageSources>
    <clear />
    <add key="packhouse" value="${url}/index.json" protocolVersion="3"${insecure} />
  </packageSources>
  <packageSourceCredentials>
    <packhouse>
      <add key="Username" value="${user}" />
      <add key="ClearTextPassword" value="%${tokenVariable}%" />
    </packhouse>
  </packageSourceCredentials>
</configuration>`,
    },
    ...(canDeploy ? publishing : []),
    { step: 'resolve', title: 'Add a package to a project', language: 'shell', text: 'dotnet add package My.Package --version 1.0.0' },
    {
      step: 'resolve',
      title: 'Download a package without dotnet',
      language: 'shell',
      text: `curl -f -u "${user}:$${tokenVariable}" -O "${url}/flat/my.package/1.0.0/my.package.1.0.0.nupkg"`,
    },
  ];
}

/** .NET packages over NuGet's third protocol. */
export const nuget: Format<NugetListing> = {
  id: 'nuget',
  readerRevision: 2,
  apiName: 'nuget',
  heavyFacts: { source: [], groups: [] },
  apiAliases: ['nuget/v3'],
  challenge: 'basic',
  classify,
  locate,
  inspect,
  readers: [inspectPackage],
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  upstream,
  discovery: {
    want: (want) => (want.variant?.startsWith('page ') ? wantIndex(want.package ?? '', 'reg') : want.variant === 'service' ? undefined : serviceWant),
    address: getAddress,
  },
  fileSource,
  offers,
  aux,
  evidence,
  // Clients take the lowest version that fits. https://learn.microsoft.com/nuget/concepts/dependency-resolution
  exactVersion: (requirement) => /^\[?\s*(\d[0-9A-Za-z.+-]{0,99})\s*(?:,[^,]*[\])]|\])?$/.exec(requirement)?.[1],
  advisories: {
    knows: (version) => /^\d+(\.\d+){0,3}([-+][0-9A-Za-z.+-]*)?$/.test(version) && version.length < 255,
    compare: compareVersions,
    normalName: (name) => name.toLowerCase(),
  },
  // https://learn.microsoft.com/nuget/consume-packages/configuring-nuget-behavior
  clientUpstream: { settings: [{ files: ['~/.nuget/NuGet/NuGet.Config', '~/.config/NuGet/NuGet.Config'], find: findSources }] },
  compareVersions,
  setup,
};
