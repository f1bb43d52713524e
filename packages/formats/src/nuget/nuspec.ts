import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Dependency, Inspection, PackageFacts, StagedFile } from '../format.ts';
import { licenceFileLimit } from '../text/licence-text.ts';
import { ownText, ownValue, plainText } from '../text/plain-json.ts';
import { children, childText, parseXml } from '../text/xml-document.ts';
import { findPackageLicences, mayHoldLicence, readStated, type StatedLicence } from './nuget-licences.ts';
import { refusals } from './nuget-refusals.ts';
import { normaliseVersion } from './nuget-version.ts';

// https://learn.microsoft.com/en-us/nuget/reference/nuspec

export interface DependencyGroup {
  framework?: string;
  dependencies: { id: string; range: string }[];
}

/** A package says this about itself, as far as listings need it. */
export interface Nuspec {
  id: string;
  /** As written; `normaliseVersion` gives the spelling of addresses. */
  version: string;
  title?: string;
  description?: string;
  summary?: string;
  authors?: string;
  tags: string[];
  projectUrl?: string;
  iconUrl?: string;
  licenseUrl?: string;
  licenseExpression?: string;
  groups: DependencyGroup[];
  /** The document itself. */
  source: string;
}

export const packageId = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$/;
const largestNuspec = readingLimits.nuspec.most;

/** A bare version means that one or any later. https://learn.microsoft.com/en-us/nuget/concepts/package-versioning#version-ranges */
function findRange(version: string | undefined): string {
  if (!version) return '(, )';
  return /^[[(]/.test(version) ? version : `[${version}, )`;
}

function dependenciesIn(element: unknown): DependencyGroup['dependencies'] {
  return children(element, 'dependency').flatMap((one) => {
    const id = ownText(one, '@id', 200);
    return id ? [{ id, range: findRange(ownText(one, '@version', 200)) }] : [];
  });
}

function groupsIn(metadata: unknown): DependencyGroup[] {
  const element = children(metadata, 'dependencies')[0];
  const groups = children(element, 'group').map((one) => {
    const framework = ownText(one, '@targetFramework', 200);
    return { ...(framework ? { framework } : {}), dependencies: dependenciesIn(one) };
  });
  const loose = dependenciesIn(element);
  return loose.length > 0 ? [...groups, { dependencies: loose }] : groups;
}

function getText(metadata: unknown, name: string, limit?: number): string | undefined {
  const value = ownValue(metadata, name);
  return typeof value === 'string' ? childText(metadata, name, limit) : ownText(value, '#text', limit);
}

function readNuspec(bytes: Buffer): Nuspec & { readme?: string; licence: StatedLicence } {
  const metadata = ownValue(parseXml(bytes, 'package', 'invalid_package', { attributes: true }), 'metadata');
  const id = getText(metadata, 'id', 200);
  const version = getText(metadata, 'version', 200);
  if (!id || !packageId.test(id)) throw new AppError(refusals.nuspec_names_no_id);
  if (!version || !normaliseVersion(version)) throw new AppError(refusals.nuspec_without_version);
  const found = (key: string, name: string, limit?: number) => {
    const value = getText(metadata, name, limit);
    return value ? { [key]: value } : {};
  };
  const licence = readStated(ownValue(metadata, 'license'));
  return {
    id,
    version,
    ...found('title', 'title', 500),
    ...found('description', 'description', 20_000),
    ...found('summary', 'summary', 5000),
    ...found('authors', 'authors', 2000),
    ...found('projectUrl', 'projectUrl', 2000),
    ...found('iconUrl', 'iconUrl', 2000),
    ...found('licenseUrl', 'licenseUrl', 2000),
    ...found('readme', 'readme', 500),
    ...(licence.expression ? { licenseExpression: licence.expression } : {}),
    licence,
    tags: (getText(metadata, 'tags', 5000) ?? '').split(/[\s,;]+/).filter(Boolean),
    groups: groupsIn(metadata),
    source: plainText(bytes.toString('utf8')),
  };
}

function readFacts(nuspec: Nuspec, readme: string | undefined, licenses: string[]): PackageFacts {
  const dependencies: Dependency[] = nuspec.groups.flatMap((group) =>
    group.dependencies.map(({ id, range }) => ({ name: id, requirement: range, scope: 'runtime' as const })),
  );
  const unique = new Map(dependencies.map((one) => [`${one.name.toLowerCase()} ${one.requirement}`, one]));
  const description = nuspec.description ?? nuspec.summary;
  const frameworks = nuspec.groups.flatMap(({ framework }) => framework ?? []);
  return {
    ...(description ? { description } : {}),
    ...(nuspec.projectUrl ? { homepage: nuspec.projectUrl } : {}),
    ...(readme ? { readme: plainText(readme) } : {}),
    licenses,
    tags: nuspec.tags,
    authors: nuspec.authors ? nuspec.authors.split(',').map((one) => one.trim()) : [],
    dependencies: [...unique.values()],
    display: { 'Package id': nuspec.id, ...(frameworks.length > 0 ? { Frameworks: frameworks.join(', ') } : {}) },
    native: nuspec,
  };
}

/** Where a package is stored: as its address in the flat container ends. */
export function packagePath(id: string, version: string): string {
  const [name, number] = [id.toLowerCase(), version.toLowerCase()];
  return `${name}/${number}/${name}.${number}.nupkg`;
}

/** The manifest in the archive decides what the package is. */
export async function inspectPackage(file: StagedFile): Promise<Inspection & { path: string }> {
  const files = await readZip(file, (entry) => {
    if (/^[^/]+\.nuspec$/i.test(entry)) return { limit: largestNuspec };
    if (mayHoldLicence(entry)) return licenceFileLimit;
    return /(?:^|\/)readme\.md$/i.test(entry) ? { limit: 512 * 1024, cut: true } : undefined;
  });
  const manifests = [...files].filter(([name]) => /\.nuspec$/i.test(name));
  if (manifests.length !== 1) throw new AppError(refusals.nuspec_not_single);
  const { readme: place, licence, ...nuspec } = readNuspec(manifests[0]![1]);
  const version = normaliseVersion(nuspec.version) ?? '';
  const wanted = (place ?? 'README.md').replaceAll('\\', '/').toLowerCase();
  const readme = [...files].find(([name]) => name.toLowerCase() === wanted)?.[1].toString();
  return {
    package: nuspec.id.toLowerCase(),
    version,
    lead: true,
    path: packagePath(nuspec.id, version),
    facts: readFacts(nuspec, readme, findPackageLicences(licence, nuspec.licenseUrl, files)),
    properties: { 'nuget.id': [nuspec.id], 'nuget.version': [nuspec.version] },
  };
}
