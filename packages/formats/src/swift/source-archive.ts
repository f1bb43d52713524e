import { AppError } from '@packhouse/contract/errors.ts';
import semver from 'semver';
import { readZip } from '../archive/zip-archive.ts';
import type { Dependency, PackageFacts, StagedFile } from '../format.ts';
import { findLicence } from '../text/licence-text.ts';
import { findRecord, ownText, ownValue, plainJson, plainText } from '../text/plain-json.ts';
import { refusals } from './swift-refusals.ts';

export interface Manifest {
  /** `5.5` of `Package@swift-5.5.swift`; absent: the plain one. */
  swiftVersion?: string;
  toolsVersion?: string;
  text: string;
}

export interface Signing {
  signatureBase64Encoded: string;
  signatureFormat: string;
}

/** A release's listings need this. */
export interface SwiftRelease {
  /** As the publisher writes them; addresses know no case. */
  scope: string;
  name: string;
  manifests: Manifest[];
  metadata: Record<string, unknown>;
  signing?: Signing;
}

const scopePattern = /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}$/;
const namePattern = /^[A-Za-z0-9](?:[A-Za-z0-9]|[-_](?=[A-Za-z0-9])){0,99}$/;
const manifestName = /^(?<folder>[^/]+\/)?Package(?:@swift-(?<version>\d+(?:\.\d+){0,2}))?\.swift$/;
const besideIt = /^(?:[^/]+\/)?(?:readme(?:\.md)?|licen[cs]e(?:\.md|\.txt)?)$/i;

/** https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/Registry.md#36-package-identification */
export const isPackage = (scope: string, name: string) => scopePattern.test(scope) && namePattern.test(name);
export const isVersion = (text: string) => semver.valid(text) === text.replace(/\+.*$/s, '');
export const packageName = (scope: string, name: string) => `${scope}.${name}`.toLowerCase();

/** Where a release is stored. */
export function archivePath(scope: string, name: string, version: string): string {
  const [folder, file] = [scope.toLowerCase(), name.toLowerCase()];
  return `${folder}/${file}/${file}-${version}.zip`;
}

interface Archive {
  manifests: Manifest[];
  readme?: string;
  license?: string;
}

/** A source archive has its manifest at its top, or in the one folder that everything is in. */
export async function readArchive(file: StagedFile): Promise<Archive> {
  const files = await readZip(file, (entry) => {
    if (manifestName.test(entry)) return { limit: 1024 * 1024 };
    return besideIt.test(entry) ? { limit: 512 * 1024, cut: true } : undefined;
  });
  const plain = [...files.keys()].filter((entry) => /(?:^|\/)Package\.swift$/.test(entry)).sort((a, b) => a.length - b.length)[0];
  if (plain === undefined) throw new AppError(refusals.archive_without_package_swift);
  const folder = plain.slice(0, -'Package.swift'.length);
  const manifests = [...files].flatMap(([entry, bytes]): Manifest[] => {
    const groups = manifestName.exec(entry)?.groups;
    if (!groups || (groups.folder ?? '') !== folder) return [];
    const text = plainText(bytes.toString());
    const toolsVersion = /^\s*\/\/\s*swift-tools-version:?\s*(\d+(?:\.\d+){0,2})/i.exec(text)?.[1];
    return [{ text, ...(groups.version ? { swiftVersion: groups.version } : {}), ...(toolsVersion ? { toolsVersion } : {}) }];
  });
  const beside = (pattern: RegExp) => [...files].find(([entry]) => entry.startsWith(folder) && pattern.test(entry.slice(folder.length)))?.[1].toString();
  const [readme, license] = [beside(/^readme/i), findLicence(beside(/^licen/i) ?? '')];
  return { manifests, ...(readme ? { readme: plainText(readme) } : {}), ...(license ? { license } : {}) };
}

/** Dependencies as manifests usually spell them; nothing is run. */
function getDependencies(manifest: string): Dependency[] {
  const calls = manifest
    .replaceAll(/(?<![:"])\/\/[^\n]*/g, '')
    .matchAll(/\.package\(\s*(?:name:\s*"[^"]*",\s*)?(?:url|id):\s*"(?<name>[^"]{1,500})"\s*,\s*(?<rest>[^\n]{1,300})/g);
  return [...calls].map(({ groups }) => {
    const rest = groups!.rest!.trim();
    const range = /^"(?<low>[^"]+)"\s*(?<dots>\.\.[.<])\s*"(?<high>[^"]+)"/.exec(rest)?.groups;
    const single = /(?<kind>from|exact|upToNextMinor|branch|revision)\b[^"]*"(?<value>[^"]+)"/.exec(rest)?.groups;
    const requirement = range ? `${range.low}${range.dots}${range.high}` : single ? `${single.kind} ${single.value}` : rest;
    return { name: groups!.name!, requirement: plainText(requirement, 200), scope: 'runtime' };
  });
}

/** https://github.com/swiftlang/swift-evolution/blob/main/proposals/0391-package-registry-publish.md#package-release-metadata-standards */
export async function readMetadata(text: string | undefined): Promise<Record<string, unknown>> {
  if (text === undefined || text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = plainJson(JSON.parse(text));
  } catch (cause) {
    throw new AppError(refusals.release_metadata_is_no_json, {}, { cause });
  }
  const metadata = findRecord(parsed);
  if (!metadata) throw new AppError(refusals.release_metadata_is_no_object);
  return metadata;
}

export function repositoryUrls({ metadata }: Pick<SwiftRelease, 'metadata'>): string[] {
  const urls = ownValue(metadata, 'repositoryURLs');
  return Array.isArray(urls) ? urls.filter((url): url is string => typeof url === 'string') : [];
}

export function readFacts(archive: Archive, release: SwiftRelease): PackageFacts {
  const { metadata } = release;
  const description = ownText(metadata, 'description', 5000);
  const author = ownText(ownValue(metadata, 'author'), 'name', 500);
  const homepage = repositoryUrls(release)[0];
  const manifest = archive.manifests.find(({ swiftVersion }) => swiftVersion === undefined);
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    ...(archive.readme ? { readme: archive.readme } : {}),
    licenses: archive.license ? [archive.license] : [],
    authors: author ? [author] : [],
    dependencies: getDependencies(manifest?.text ?? ''),
    display: { 'Package id': `${release.scope}.${release.name}`, ...(manifest?.toolsVersion ? { 'Swift tools version': manifest.toolsVersion } : {}) },
    native: release,
  };
}
