import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { longestPropertyValue, propertyKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Dependency, Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { plainText } from '../text/plain-json.ts';
import { type ConanPlace, readStored } from './conan-place.ts';
import { refusals } from './conan-refusals.ts';
import { type Recipe, readRecipe, type Written } from './recipe-text.ts';

const longestRecipe = 1024 * 1024;
const longestInfo = 256 * 1024;
/** A large package has some ten thousand files. */
const longestManifest = 32 * 1024 * 1024;
const mostDependencies = 500;
const mostProperties = 200;

/** @throws AppError `invalid_package` when the file is longer than any of its kind */
async function getText(file: StagedFile, name: string, limit: number): Promise<string> {
  const tooLong = () => new AppError(refusals.conan_file_too_large, { name, limit: limit / 1024 });
  return (await readUpTo(file.open(), limit, tooLong)).toString();
}

function textIn(value: Written, limit = 5000): string | undefined {
  const text = typeof value === 'string' ? plainText(value.trim(), limit) : '';
  return text === '' ? undefined : text;
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

/** One text or several. */
function textsIn(value: Written): string[] {
  const values = isList(value) ? value : [value];
  return values.map((one) => textIn(one, 500)).filter((text) => text !== undefined);
}

/** The names that a list has, or the keys of a mapping. */
function namesIn(value: Written): string {
  return (value instanceof Map ? [...value.keys()] : textsIn(value)).slice(0, 100).join(', ');
}

const scopes: Record<string, Dependency['scope']> = {
  requires: 'runtime',
  tool_requires: 'build',
  build_requires: 'build',
  python_requires: 'build',
  test_requires: 'test',
};

/** `name/version@user/channel#revision`; the version may be a range in brackets, which may have any of these signs. */
function findDependency(reference: string, scope: Dependency['scope']): Dependency | undefined {
  const groups = /^(?<name>[^/@#\s]{1,101})\/(?<version>\[[^\]]{1,200}\]|[^@#\s]{1,101})(?:@(?<owner>[^#\s]{0,200}))?(?:#|$)/.exec(reference)?.groups;
  return groups && { name: `${groups.name}${groups.owner ? `@${groups.owner}` : ''}`, requirement: groups.version!, scope };
}

function getDependencies({ attributes, calls }: Recipe): Dependency[] {
  const listed = Object.keys(scopes).flatMap((name) => textsIn(attributes.get(name)).map((reference) => ({ name, reference })));
  const found = [...listed, ...calls].slice(0, mostDependencies).map(({ name, reference }) => findDependency(reference, scopes[name] ?? 'runtime'));
  return [...new Map(found.filter((one) => one !== undefined).map((one) => [JSON.stringify(one), one])).values()];
}

function findDeprecation(value: Written): string | undefined {
  if (value === true) return 'The recipe is marked as deprecated';
  const successor = textIn(value, 200);
  return successor === undefined ? undefined : `Replaced by ${successor}`;
}

export function readFacts(recipe: Recipe): PackageFacts {
  const text = (name: string) => textIn(recipe.attributes.get(name));
  const description = text('description');
  const [homepage, source] = [text('homepage') ?? text('url'), text('url')];
  const author = textsIn(recipe.attributes.get('author'));
  const deprecated = findDeprecation(recipe.attributes.get('deprecated'));
  const display = {
    'Package type': text('package_type'),
    Settings: namesIn(recipe.attributes.get('settings')),
    Options: namesIn(recipe.attributes.get('options')),
    Recipe: source === homepage ? undefined : source,
  };
  return {
    ...(description === undefined ? {} : { description }),
    ...(homepage === undefined ? {} : { homepage }),
    licenses: textsIn(recipe.attributes.get('license')).slice(0, 50),
    tags: textsIn(recipe.attributes.get('topics')).slice(0, 100),
    authors: author.slice(0, 50),
    dependencies: getDependencies(recipe),
    ...(deprecated === undefined ? {} : { deprecated }),
    display: Object.fromEntries(Object.entries(display).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')),
  };
}

/** A name of a revision as long as an MD5 is the one of its files' names and sums; others are the commit that the recipe came from. */
function requireRevision(manifest: string, revision: string): void {
  const [time = '', ...lines] = manifest.split('\n');
  if (!/^\d{1,20}$/.test(time.trim())) throw new AppError(refusals.conan_manifest_without_time);
  const sums = new Map<string, string>();
  for (const line of lines.filter((one) => one !== '')) {
    const colon = line.lastIndexOf(': ');
    if (colon < 0) throw new AppError(refusals.conan_manifest_without_checksum);
    sums.set(line.slice(0, colon), line.slice(colon + 2));
  }
  if (revision.length !== 32) return;
  const written = [...sums].map(([name, sum]) => ({ name: Buffer.from(name), line: `${name}: ${sum}\n` })).sort((a, b) => Buffer.compare(a.name, b.name));
  const found = createHash('md5')
    .update(written.map(({ line }) => line).join(''))
    .digest('hex');
  if (found !== revision) throw new AppError(refusals.conan_manifest_of_other_revision, { revision: found });
}

/** Of which settings and options a package was made, so that searches find it. */
function readProperties(info: string): Record<string, readonly string[]> {
  const properties: Record<string, readonly string[]> = {};
  let section = '';
  for (const line of info.split('\n').slice(0, mostProperties)) {
    section = /^\[(?<name>settings|options)\]$/.exec(line.trim())?.groups?.name ?? (line.trim().startsWith('[') ? '' : section);
    const equals = line.indexOf('=');
    const [key, value] = [`conan.${section}.${line.slice(0, equals).trim()}`, line.slice(equals + 1).trim()];
    if (section !== '' && equals > 0 && propertyKey.test(key) && value.length <= longestPropertyValue) properties[key] = [plainText(value)];
  }
  return properties;
}

function getPropertiesOfReference({ reference }: ConanPlace): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(reference).map(([key, value]: [string, string]) => [`conan.package.${key}`, [value]]));
}

/** The address names the package and its version, for a recipe need not; archives are not opened. */
export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const place = readStored(path)!;
  const { packageId, recipeRevision, packageRevision } = place;
  if (place.file === 'conanmanifest.txt') {
    requireRevision(await getText(file, place.file, longestManifest), packageRevision ?? recipeRevision!);
    return location;
  }
  if (packageId === undefined && place.file === 'conanfile.py') {
    const recipe = readRecipe(await getText(file, place.file, longestRecipe));
    return { ...location, facts: readFacts(recipe), properties: getPropertiesOfReference(place) };
  }
  if (packageId !== undefined && place.file === 'conaninfo.txt') {
    const text = await getText(file, place.file, longestInfo);
    return { ...location, listed: plainText(text), properties: readProperties(text) };
  }
  return location;
}
