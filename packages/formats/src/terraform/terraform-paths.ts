import semver from 'semver';
import type { Location, ProtocolRequest, Want } from '../format.ts';

// https://opentofu.org/docs/internals/module-registry-protocol/, https://opentofu.org/docs/internals/provider-registry-protocol/
// and https://opentofu.org/docs/internals/provider-network-mirror-protocol/

const name = '[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}[0-9A-Za-z])?';
const release = '[0-9][0-9A-Za-z.+-]{0,99}';
const platform = '(?<os>[a-z0-9]+)_(?<arch>[a-z0-9]+)';
const providerFolder = `(?<ns>${name})/(?<type>${name})/(?<version>${release})`;

const moduleFile = new RegExp(`^(?<ns>${name})/(?<name>${name})/(?<system>${name})/(?<version>${release}?)\\.(?<ending>zip|tar\\.gz|tgz)$`);
const providerFile = new RegExp(`^${providerFolder}/terraform-provider-\\k<type>_\\k<version>_${platform}\\.zip$`);
/** Protocol versions of a provider, as its build tools write them. */
const manifestFile = new RegExp(`^${providerFolder}/terraform-provider-\\k<type>_\\k<version>_manifest\\.json$`);
/** An upstream signed this with its own key; it is kept beside each platform, since only that platform's description says where it is. */
const sumsFile = new RegExp(`^${providerFolder}/${platform}/terraform-provider-\\k<type>_\\k<version>_SHA256SUMS(?<signature>\\.sig)?$`);

const moduleCall = new RegExp(`^v1/modules/(?<ns>${name})/(?<name>${name})/(?<system>${name})/(?:(?<version>${release})/)?(?<call>versions|download)$`);
const providerCall = new RegExp(
  `^v1/providers/(?<ns>${name})/(?<type>${name})/(?:(?<version>${release})/)?(?<call>versions|download|SHA256SUMS|SHA256SUMS\\.sig)(?:/(?<os>[a-z0-9]+)/(?<arch>[a-z0-9]+))?$`,
);
const mirrorCall = new RegExp(`^v1/mirror/(?<host>[0-9A-Za-z.-]+(?::[0-9]+)?)/(?<ns>${name})/(?<type>${name})/(?<page>[^/]+)\\.json$`);

type Groups = Record<string, string | undefined>;

/** Clients compare these names without regard to case. */
const moduleName = (groups: Groups) => `${groups.ns}/${groups.name}/${groups.system}`.toLowerCase();
const providerName = (groups: Groups) => `${groups.ns}/${groups.type}`.toLowerCase();

/** Which platform's package of a provider a storage path is. */
export function getPlatform(path: string): { os: string; arch: string } | undefined {
  const groups = providerFile.exec(path)?.groups;
  return groups && { os: groups.os!, arch: groups.arch! };
}

/** Whether a place is of modules or of providers, as a file or as a call; undefined for states and other files. */
export function findContentKind(path: string): 'module' | 'provider' | undefined {
  if (/^v1\/(?:providers|mirror)\//.test(path) || [providerFile, manifestFile, sumsFile].some((file) => file.test(path))) return 'provider';
  return path.startsWith('v1/modules/') || moduleFile.test(path) ? 'module' : undefined;
}

export const isModuleFile = (path: string) => !providerFile.test(path) && moduleFile.test(path);
export const isManifest = (path: string) => manifestFile.test(path);

/** Where a provider's package is stored. */
export function providerPath(provider: string, version: string, { os, arch }: { os: string; arch: string }): string {
  return `${provider}/${version}/terraform-provider-${provider.split('/')[1]}_${version}_${os}_${arch}.zip`;
}

/** Where an upstream's own checksums of a provider are stored. */
export function sumsPath(provider: string, version: string, { os, arch }: { os: string; arch: string }): string {
  return `${provider}/${version}/${os}_${arch}/terraform-provider-${provider.split('/')[1]}_${version}_SHA256SUMS`;
}

export function locate(path: string): Location | undefined {
  const provider = providerFile.exec(path) ?? manifestFile.exec(path) ?? sumsFile.exec(path);
  const groups = provider?.groups ?? moduleFile.exec(path)?.groups;
  if (!groups || !semver.valid(groups.version)) return undefined;
  if (provider && providerName(groups) !== `${groups.ns}/${groups.type}`) return undefined;
  return { package: provider ? providerName(groups) : moduleName(groups), version: groups.version!, lead: !provider || providerFile.test(path) };
}

function makeDownload(groups: Groups): Want {
  const provider = providerName(groups);
  return {
    kind: 'index',
    path: `v1/providers/${provider}/${groups.version}/download/${groups.os}/${groups.arch}`,
    package: provider,
    version: groups.version!,
    variant: 'provider-download',
    freshness: 'metadata',
    signs: provider,
  };
}

function moduleDownload(groups: Groups): Want {
  const module = moduleName(groups);
  return {
    kind: 'index',
    path: `v1/modules/${module}/${groups.version}/download`,
    package: module,
    version: groups.version!,
    variant: 'module-download',
    freshness: 'metadata',
    signs: module,
  };
}

const makeVersions = (provider: string): Want => ({
  kind: 'index',
  path: `v1/providers/${provider}/versions`,
  package: provider,
  variant: 'provider-versions',
  freshness: 'metadata',
});

function classifyModule(groups: Groups): Want | undefined {
  const module = moduleName(groups);
  if (groups.call === 'versions')
    return groups.version
      ? undefined
      : { kind: 'index', path: `v1/modules/${module}/versions`, package: module, variant: 'module-versions', freshness: 'metadata' };
  return groups.version && semver.valid(groups.version) ? moduleDownload(groups) : undefined;
}

function classifyProvider(groups: Groups): Want | undefined {
  const provider = providerName(groups);
  if (groups.call === 'versions') return groups.version || groups.os ? undefined : makeVersions(provider);
  if (!groups.version || !semver.valid(groups.version)) return undefined;
  if (groups.call === 'download') return groups.os ? makeDownload(groups) : undefined;
  if (groups.os) return undefined;
  const variant = groups.call === 'SHA256SUMS' ? 'provider-sums' : 'provider-signature';
  return {
    kind: 'index',
    path: `v1/providers/${provider}/${groups.version}/${groups.call}`,
    package: provider,
    version: groups.version,
    variant,
    signs: provider,
  };
}

function classifyMirror(groups: Groups): Want | undefined {
  const all = makeVersions(providerName(groups));
  if (groups.page === 'index') return { ...all, variant: 'mirror-index' };
  return semver.valid(groups.page) ? { ...all, version: groups.page!, variant: 'mirror-version', signs: all.package! } : undefined;
}

function classifyFile(path: string): Want {
  const location = locate(path);
  if (!location) return { kind: 'file', path };
  const groups = (providerFile.exec(path) ?? sumsFile.exec(path) ?? moduleFile.exec(path))?.groups;
  const listing = groups && (groups.os ? makeDownload(groups) : groups.system ? moduleDownload(groups) : undefined);
  return { kind: 'file', path, package: location.package, version: location.version, ...(listing ? { listing } : {}) };
}

export function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') {
    const module = moduleCall.exec(path)?.groups;
    if (module) return classifyModule(module);
    const provider = providerCall.exec(path)?.groups;
    if (provider) return classifyProvider(provider);
    const mirror = mirrorCall.exec(path)?.groups;
    if (mirror) return classifyMirror(mirror);
    return path === '' || path.startsWith('v1/') ? undefined : classifyFile(path);
  }
  if (path === '' || path.startsWith('v1/')) return undefined;
  const location = locate(path);
  if (method === 'PUT') return { kind: 'publish', path, ...location };
  return method === 'DELETE' ? { kind: 'remove', path, ...location } : undefined;
}
