import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import semver from 'semver';
import { readTar } from '../archive/tar-archive.ts';
import type { Dependency, Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { findRecord, ownText, ownValue, plainJson, plainText } from '../text/plain-json.ts';
import { findLicenses } from './npm-licences.ts';
import { isPackageName } from './npm-paths.ts';
import { refusals } from './npm-refusals.ts';

/** npm's listings need this of a version beyond the common facts. */
export interface NativeFacts {
  /** package.json as it lies in the tarball. */
  manifest: Record<string, unknown>;
  integrity: string;
  readmeFilename?: string;
  /** Predicate type of the provenance published with it. */
  provenance?: string;
}

const manifestLimit = readingLimits.packageJson.most;
const readmeLimit = 256 * 1024;

function wantedEntry(name: string): { limit: number; cut?: boolean } | undefined {
  const [, file, ...deeper] = name.split('/');
  if (!file || deeper.length > 0) return undefined;
  if (file === 'package.json') return { limit: manifestLimit };
  if (file === 'binding.gyp' || file === 'npm-shrinkwrap.json') return { limit: 0, cut: true };
  return /^readme(?:\.\w+)?$/i.test(file) ? { limit: readmeLimit, cut: true } : undefined;
}

function parseManifest(bytes: Buffer): Record<string, unknown> {
  try {
    const parsed = findRecord(plainJson(JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))));
    if (parsed) return parsed;
  } catch (cause) {
    throw new AppError(refusals.package_json_is_no_json, {}, { cause });
  }
  throw new AppError(refusals.package_json_is_no_object);
}

/** The few corrections that clients rely on the registry to have. */
function corrected(manifest: Record<string, unknown>, entries: ReadonlySet<string>): Record<string, unknown> {
  const result = { ...manifest };
  const name = ownText(manifest, 'name') ?? '';
  if (typeof manifest.bin === 'string') result.bin = { [name.slice(name.indexOf('/') + 1)]: manifest.bin };
  const scripts = findRecord(manifest.scripts);
  if (entries.has('binding.gyp') && !ownValue(scripts, 'install') && !ownValue(scripts, 'preinstall')) {
    result.scripts = { ...scripts, install: 'node-gyp rebuild' };
    result.gypfile = true;
  }
  const repository = ownText(manifest, 'repository');
  if (repository) result.repository = { type: 'git', url: repository };
  if (entries.has('npm-shrinkwrap.json')) result._hasShrinkwrap = true;
  return result;
}

function personName(value: unknown): string | undefined {
  return typeof value === 'string' ? plainText(value, 300) : ownText(value, 'name', 300);
}

function getDependencies(manifest: Record<string, unknown>): Dependency[] {
  const kinds = [
    ['dependencies', 'runtime'],
    ['optionalDependencies', 'optional'],
    ['peerDependencies', 'peer'],
    ['devDependencies', 'development'],
  ] as const;
  const optional = new Set(Object.keys(findRecord(manifest.optionalDependencies) ?? {}));
  return kinds
    .flatMap(([field, scope]) =>
      Object.entries(findRecord(manifest[field]) ?? {})
        .filter(([name, range]) => typeof range === 'string' && !(scope === 'runtime' && optional.has(name)))
        .map(([name, range]) => ({ name, requirement: range as string, scope })),
    )
    .slice(0, 5000);
}

function findHomepage(manifest: Record<string, unknown>): string | undefined {
  const homepage = ownText(manifest, 'homepage', 2000);
  return homepage && /^https?:\/\//.test(homepage) ? homepage : undefined;
}

function readFacts(manifest: Record<string, unknown>, readme: Buffer | undefined, native: NativeFacts): PackageFacts {
  const keywords = Array.isArray(manifest.keywords) ? manifest.keywords.filter((one) => typeof one === 'string').slice(0, 100) : [];
  const author = personName(manifest.author);
  const description = ownText(manifest, 'description', 10_000);
  const homepage = findHomepage(manifest);
  const repository = ownText(manifest.repository, 'url', 2000) ?? ownText(manifest, 'repository', 2000);
  const engines = ownText(manifest.engines, 'node', 200);
  const display: Record<string, string> = {
    ...(repository ? { Repository: repository } : {}),
    ...(engines ? { Node: engines } : {}),
    ...(typeof manifest.type === 'string' ? { 'Module type': manifest.type } : {}),
  };
  return {
    ...(description ? { description } : {}),
    licenses: findLicenses(manifest),
    tags: keywords as string[],
    ...(homepage ? { homepage } : {}),
    ...(author ? { authors: [author] } : {}),
    ...(readme ? { readme: plainText(readme.toString('utf8'), readmeLimit) } : {}),
    dependencies: getDependencies(manifest),
    display,
    native,
  };
}

async function computeSha512(file: StagedFile): Promise<string> {
  if (file.sha512) return file.sha512;
  const hash = createHash('sha512');
  for await (const chunk of file.open()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads a tarball: its package.json must name the package and the version that its path says. */
export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  if (!path.endsWith('.tgz')) return location;
  const entries = await readTar(file, wantedEntry);
  const byFile = new Map([...entries].map(([name, bytes]) => [name.slice(name.indexOf('/') + 1), bytes]));
  const packageJson = byFile.get('package.json');
  if (!packageJson) throw new AppError(refusals.tarball_without_package_json);
  const manifest = corrected(parseManifest(packageJson), new Set(byFile.keys()));
  const { name } = manifest;
  const version = typeof manifest.version === 'string' ? semver.valid(manifest.version, { loose: true }) : null;
  if (typeof name !== 'string' || !isPackageName(name)) throw new AppError(refusals.package_json_without_name);
  if (!version) throw new AppError(refusals.package_json_without_version);
  if (name !== location.package || version !== location.version) {
    throw new AppError(refusals.package_json_says_other, { name, version, package: location.package, expected: location.version });
  }
  const readmeName = [...byFile.keys()].filter((one) => /^readme/i.test(one)).toSorted((a, b) => Number(/\.md$/i.test(b)) - Number(/\.md$/i.test(a)))[0];
  const native: NativeFacts = {
    manifest,
    integrity: `sha512-${Buffer.from(await computeSha512(file), 'hex').toString('base64')}`,
    ...(readmeName ? { readmeFilename: readmeName } : {}),
  };
  return {
    package: name,
    version,
    lead: true,
    facts: readFacts(manifest, readmeName ? byFile.get(readmeName) : undefined, native),
    properties: { 'npm.name': [name], 'npm.version': [version] },
  };
}
