import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { Dependency, Inspection, PackageFacts, StagedFile } from '../format.ts';
import { findRecord, ownText, ownValue, plainText } from '../text/plain-json.ts';
import { packageYaml, readYaml } from '../text/yaml-document.ts';
import { isVersionNumber, joinVersion } from './gem-version.ts';
import { refusals } from './gems-refusals.ts';

/** One condition: an operator and a version. */
export type Condition = readonly [operator: string, version: string];

export interface GemDependency {
  name: string;
  conditions: Condition[];
  development: boolean;
}

/** A gem says this about itself, as far as indexes need it. */
export interface GemSpecification {
  name: string;
  number: string;
  platform: string;
  summary: string;
  description: string;
  homepage: string;
  authors: string[];
  email: string[];
  licenses: string[];
  metadata: Record<string, string>;
  dependencies: GemDependency[];
  ruby: Condition[];
  rubygems: Condition[];
  rubygemsVersion: string;
}

export const gemName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const largestMetadata = 2 * 1024 * 1024;
/** Up to here the files of a gem are looked through for a readme. */
const largestData = 8 * 1024 * 1024;

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const findTexts = (value: unknown): string[] =>
  (typeof value === 'string' ? [value] : readList(value)).filter((one): one is string => typeof one === 'string' && one !== '');

function getConditions(requirement: unknown): Condition[] {
  const found = readList(ownValue(requirement, 'requirements')).flatMap((pair): Condition[] => {
    const [operator, version] = readList(pair);
    const number = typeof version === 'string' ? version : ownText(version, 'version', 100);
    return typeof operator === 'string' && /^(?:=|!=|>|<|>=|<=|~>)$/.test(operator) && number && isVersionNumber(number) ? [[operator, number]] : [];
  });
  return found.length > 0 ? found : [['>=', '0']];
}

function findDependency(one: unknown): GemDependency[] {
  const name = ownText(one, 'name', 200);
  if (!name || !gemName.test(name)) return [];
  const conditions = getConditions(ownValue(one, 'requirement') ?? ownValue(one, 'version_requirements'));
  return [{ name, conditions, development: ownText(one, 'type') === ':development' }];
}

function getPlatform(value: unknown): string {
  if (typeof value === 'string') return value || 'ruby';
  return ['cpu', 'os', 'version'].flatMap((key) => ownText(value, key, 50) ?? []).join('-') || 'ruby';
}

/** Reads the specification; Ruby's tags in it are passed over, every scalar is a text. https://guides.rubygems.org/specification-reference/ */
function readSpecification(packed: Buffer): GemSpecification {
  let document: unknown;
  try {
    const text = gunzipSync(packed, { maxOutputLength: largestMetadata }).toString();
    document = readYaml(text, 'invalid_package', { ...packageYaml, schema: 'failsafe' });
  } catch (cause) {
    throw new AppError(refusals.gem_metadata_unreadable, { reason: (cause as Error).message.slice(0, 200) }, { cause });
  }
  const name = ownText(document, 'name', 300);
  const number = ownText(ownValue(document, 'version'), 'version', 200);
  const platform = getPlatform(ownValue(document, 'platform'));
  if (!name || !gemName.test(name)) throw new AppError(refusals.gem_metadata_names_no_gem);
  if (!number || !isVersionNumber(number)) throw new AppError(refusals.gem_without_version);
  if (!/^[A-Za-z][A-Za-z0-9_.-]{0,99}$/.test(platform)) throw new AppError(refusals.gem_without_platform);
  const text = (key: string) => ownText(document, key, 100_000) ?? '';
  const metadata = Object.entries(findRecord(ownValue(document, 'metadata')) ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    name,
    number,
    platform,
    summary: text('summary'),
    description: text('description'),
    homepage: text('homepage'),
    authors: findTexts(ownValue(document, 'authors')),
    email: findTexts(ownValue(document, 'email')),
    licenses: [ownValue(document, 'licenses'), ownValue(document, 'license')].map(findTexts).find((given) => given.length > 0) ?? [],
    metadata: Object.fromEntries(metadata),
    dependencies: readList(ownValue(document, 'dependencies')).flatMap(findDependency),
    ruby: getConditions(ownValue(document, 'required_ruby_version')),
    rubygems: getConditions(ownValue(document, 'required_rubygems_version')),
    rubygemsVersion: ownText(document, 'rubygems_version', 100) ?? '',
  };
}

/** Reads the archive inside to its end, as far as it is not too large for that. */
async function readmeIn(data: Buffer): Promise<string | undefined> {
  if (data.length > largestData) return undefined;
  const file = { size: data.length, open: () => Readable.from([data]) };
  const wanted = (name: string) => (/^readme(?:\.md|\.rdoc|\.txt)?$/i.test(name) ? { limit: 512 * 1024, cut: true } : undefined);
  // A gem that only names others has no files.
  const found = await readTar(file, wanted, 'gzip', undefined, { mayBeEmpty: true });
  return [...found.values()][0]?.toString();
}

export const written = (conditions: readonly Condition[], separator = ', ') =>
  conditions.map(([operator, version]) => `${operator} ${version}`).join(separator);

function readFacts(spec: GemSpecification, readme: string | undefined): PackageFacts {
  const description = spec.summary || spec.description;
  const homepage = spec.homepage || spec.metadata.homepage_uri || spec.metadata.source_code_uri;
  const dependencies: Dependency[] = spec.dependencies.map(({ name, conditions, development }) => ({
    name,
    requirement: written(conditions),
    scope: development ? 'development' : 'runtime',
  }));
  return {
    ...(description ? { description: plainText(description, 2000) } : {}),
    ...(homepage ? { homepage } : {}),
    ...(readme ? { readme: plainText(readme) } : {}),
    licenses: spec.licenses,
    authors: spec.authors,
    dependencies,
    display: { Platform: spec.platform, 'Ruby version': written(spec.ruby) },
    native: spec,
  };
}

/** Where a gem is stored. */
export const gemPath = (name: string, version: string) => `gems/${name}-${version}.gem`;

/** The archive decides what the gem is; its parts are read to their ends. */
export async function inspectGem(file: StagedFile): Promise<Inspection & { path: string }> {
  const parts = await readTar(
    file,
    (name) => {
      if (name === 'metadata.gz') return { limit: largestMetadata };
      return name === 'data.tar.gz' ? { limit: largestData + 1, cut: true } : undefined;
    },
    'none',
  );
  const packed = parts.get('metadata.gz');
  const data = parts.get('data.tar.gz');
  if (!packed || !data) throw new AppError(refusals.no_gem);
  const spec = readSpecification(packed);
  const version = joinVersion(spec.number, spec.platform);
  return {
    package: spec.name,
    version,
    lead: true,
    path: gemPath(spec.name, version),
    facts: readFacts(spec, await readmeIn(data)),
    properties: { 'gem.name': [spec.name], 'gem.version': [spec.number], 'gem.platform': [spec.platform] },
  };
}
