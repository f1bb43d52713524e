import { AppError } from '@packhouse/contract/errors.ts';
import semver from 'semver';
import type { FileRow, FileSource, Part, Rows, VersionRow, Want } from '../format.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { getPlatform, isModuleFile, sumsPath } from './terraform-paths.ts';
import { refusals } from './terraform-refusals.ts';

export interface Platform {
  os: string;
  arch: string;
  /** Of packages stored here. */
  path?: string;
  sha256?: string;
}

export interface Release {
  version: string;
  /** Of modules stored here. */
  archive?: string;
  platforms: Platform[];
  protocols: string[];
}

/** An upstream says this about one platform's package of a provider. */
export interface UpstreamPackage {
  os: string;
  arch: string;
  url: string;
  sha256: string;
  sumsUrl: string;
  signatureUrl: string;
  protocols: string[];
  signingKeys: unknown;
}

/** Releases of a module or a provider, or where an upstream keeps one of them. */
export interface TerraformListing {
  releases: Release[];
  /** Source address of a module's archive. */
  moduleSource?: string;
  package?: UpstreamPackage;
}

const usualProtocols = ['5.0'];

function findRelease({ version, files }: VersionRow): Release {
  const platforms = files.flatMap(({ path, sha256 }: FileRow): Platform[] => {
    const platform = getPlatform(path);
    return platform ? [{ ...platform, path, sha256 }] : [];
  });
  const archive = files.find(({ path }) => isModuleFile(path))?.path;
  const protocols = files.flatMap(({ properties }) => properties['terraform.protocols'] ?? []);
  return { version, platforms, protocols: protocols.length > 0 ? [...new Set(protocols)] : usualProtocols, ...(archive ? { archive } : {}) };
}

/** A listing about one version knows that version alone. */
export async function load(want: Want, rows: Rows): Promise<TerraformListing | undefined> {
  const found = await rows.package(want.package ?? '');
  const platform = /\/download\/([^/]+)\/([^/]+)$/.exec(want.path);
  const releases = (found?.versions ?? [])
    .filter(({ version, files }) => files.some(({ lead }) => lead) && (want.version === undefined || version === want.version))
    .map(findRelease)
    .filter(({ platforms }) => !platform || platforms.some(({ os, arch }) => os === platform[1] && arch === platform[2]));
  return releases.length > 0 ? { releases } : undefined;
}

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function releasesIn(versions: unknown): Release[] {
  return readList(versions).flatMap((one) => {
    const version = ownText(one, 'version', 100);
    if (!version || !semver.valid(version)) return [];
    const platforms = readList(ownValue(one, 'platforms')).flatMap((place) => {
      const [os, arch] = [ownText(place, 'os', 50), ownText(place, 'arch', 50)];
      return os && arch && /^[a-z0-9]+$/.test(os + arch) ? [{ os, arch }] : [];
    });
    const protocols = readList(ownValue(one, 'protocols')).filter((protocol): protocol is string => typeof protocol === 'string');
    return [{ version, platforms, protocols: protocols.length > 0 ? protocols : usualProtocols }];
  });
}

function packageIn(document: unknown, url: string): UpstreamPackage {
  const text = (key: string) => ownText(document, key, 10_000);
  const address = (key: string) => new URL(text(key) ?? '', url).href;
  const [os, arch, sha256] = [text('os'), text('arch'), text('shasum')?.toLowerCase()];
  if (!os || !arch || !text('download_url') || !sha256 || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('no package');
  return {
    os,
    arch,
    sha256,
    url: address('download_url'),
    sumsUrl: address('shasums_url'),
    signatureUrl: address('shasums_signature_url'),
    protocols: readList(ownValue(document, 'protocols')).map(String),
    signingKeys: ownValue(document, 'signing_keys'),
  };
}

/** Signed addresses have some thousand characters; more is no header's value. */
const longestSource = 8000;

/** A module's source arrives as a text of its own, a header's value or the member of a document. */
function moduleSourceIn(text: string, url: string): string {
  const source = text.trimStart().startsWith('{') ? ownText(JSON.parse(text), 'location') : text.trim();
  if (!source || source.length > longestSource || /\p{Cc}/u.test(source)) throw new Error('no source');
  return /^\.{0,2}\//.test(source) ? new URL(source, url).href : source;
}

export function parse(want: Want, bytes: Buffer, { url }: { url: string }): TerraformListing {
  try {
    if (want.variant === 'module-download') return { releases: [], moduleSource: moduleSourceIn(bytes.toString(), url) };
    const document: unknown = JSON.parse(bytes.toString());
    if (want.variant === 'provider-download') return { releases: [], package: packageIn(document, url) };
    const holder = want.variant === 'module-versions' ? readList(ownValue(document, 'modules'))[0] : document;
    if (!findRecord(holder)) throw new Error('no versions');
    return { releases: releasesIn(ownValue(holder, 'versions')) };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_registry_document, {}, { cause });
  }
}

export function merge(_want: Want, parts: readonly Part<TerraformListing>[]): TerraformListing {
  const releases = new Map<string, Release>();
  for (const { model } of parts) for (const release of model.releases) if (!releases.has(release.version)) releases.set(release.version, release);
  const models = parts.map(({ model }) => model);
  const [moduleSource, found] = [models.find((model) => model.moduleSource)?.moduleSource, models.find((model) => model.package)?.package];
  return { releases: [...releases.values()], ...(moduleSource ? { moduleSource } : {}), ...(found ? { package: found } : {}) };
}

export interface ModuleSource {
  /** Address of the archive itself. */
  url: string;
  ending: 'zip' | 'tar.gz';
  /** Folder inside the archive, with its slashes; may be empty. */
  folder: string;
}

/** A module source that is an archive somewhere on the web; others (git and its like) are left to the client. */
export function archiveSource(source: string): ModuleSource | undefined {
  const question = source.indexOf('?');
  const address = question < 0 ? source : source.slice(0, question);
  const start = /^https?:\/\/[^/]+(?=\/)/.exec(address)?.[0];
  if (start === undefined) return undefined;
  const rest = address.slice(start.length);
  const cut = rest.indexOf('//', 1);
  const [path, folder] = cut < 0 ? [rest, ''] : [rest.slice(0, cut), rest.slice(cut)];
  const query = new URLSearchParams(question < 0 ? '' : source.slice(question + 1));
  const kind = query.get('archive') ?? /\.(zip|tar\.gz|tgz)$/.exec(path)?.[1];
  query.delete('archive');
  if (kind !== 'zip' && kind !== 'tar.gz' && kind !== 'tgz') return undefined;
  return { url: `${start}${path}${query.size > 0 ? `?${query}` : ''}`, ending: kind === 'zip' ? 'zip' : 'tar.gz', folder };
}

export function fileSource(want: Want, { moduleSource, package: found }: TerraformListing): FileSource | undefined {
  if (moduleSource !== undefined) {
    const source = archiveSource(moduleSource);
    return source && want.path.endsWith(`.${source.ending}`) ? { url: source.url } : undefined;
  }
  if (!found) return undefined;
  const sums = sumsPath(want.package ?? '', want.version ?? '', found);
  if (want.path === sums) return { url: found.sumsUrl };
  if (want.path === `${sums}.sig`) return { url: found.signatureUrl };
  return { url: found.url, sha256: found.sha256 };
}
