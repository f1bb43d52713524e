import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readTar } from '../archive/tar-archive.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Dependency, Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { plainText } from '../text/plain-json.ts';
import { normalise, normalVersion } from './pypi-names.ts';
import { refusals } from './pypi-refusals.ts';

const metadataLimit = readingLimits.coreMetadata.most;
const readmeLimit = 256 * 1024;
/** Far longer than any; one may name many extras in its marker. */
const longestRequirement = 20_000;
const mostDependencies = 5000;

/** The fields of a METADATA or PKG-INFO file, by lower-case name, and its body. https://packaging.python.org/en/latest/specifications/core-metadata/ */
export interface CoreMetadata {
  fields: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** Reads the e-mail style headers that core metadata is written in. */
export function parseCoreMetadata(bytes: Buffer): CoreMetadata {
  const text = plainText(bytes.toString('utf8').replaceAll('\r\n', '\n'), metadataLimit);
  const end = text.search(/\n\n/);
  const lines = (end === -1 ? text : text.slice(0, end)).split('\n');
  const fields = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9-]*):[ \t]*(.*)$/s.exec(line) ?? [];
    if (name) {
      last = fields.get(name.toLowerCase()) ?? [];
      last.push(value.trimEnd());
      fields.set(name.toLowerCase(), last);
    } else if (last && /^[ \t]/.test(line)) {
      // Continuation lines; setuptools marks them with a bar.
      last.push(`${last.pop() ?? ''}\n${line.replace(/^(?: {7}\||\t|[ ]{1,8})/, '')}`);
    }
  }
  return { fields, body: end === -1 ? '' : text.slice(end + 2) };
}

async function readMetadataFile(path: string, file: StagedFile): Promise<Buffer> {
  const keep = { limit: metadataLimit };
  const inWheel = /^[^/]+\.dist-info\/METADATA$/;
  const inSource = /^[^/]+\/PKG-INFO$/;
  const wanted = path.endsWith('.whl') ? inWheel : path.endsWith('.egg') ? /^EGG-INFO\/PKG-INFO$/ : inSource;
  const pick = (name: string) => (wanted.test(name) ? keep : undefined);
  if (path.endsWith('.tar.bz2')) throw new AppError(refusals.bzip2_not_taken);
  const entries = /\.(?:whl|zip|egg)$/.test(path) ? await readZip(file, pick) : await readTar(file, pick);
  const [metadata, another] = [...entries.values()];
  if (!metadata || another) throw new AppError(refusals.metadata_not_single, { name: path.endsWith('.whl') ? 'METADATA' : 'PKG-INFO' });
  return metadata;
}

/** `requests (>=2) ; extra == 'http'` in its parts. https://packaging.python.org/en/latest/specifications/dependency-specifiers/ */
function findDependency(whole: string): Dependency | undefined {
  const text = whole.slice(0, longestRequirement);
  const [, name, extras = '', rest = ''] = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(\[[^\]]*\])?\s*(.*)$/s.exec(text) ?? [];
  if (!name) return undefined;
  const marker = rest.indexOf(';');
  const optional = marker !== -1 && /\bextra\s*==/.test(rest.slice(marker));
  return { name: normalise(name), requirement: `${extras}${rest.trim()}`.slice(0, 500), scope: optional ? 'optional' : 'runtime' };
}

/** Licences as the metadata names them. */
export function findLicenses({ fields }: Pick<CoreMetadata, 'fields'>): string[] {
  const expression = fields.get('license-expression')?.[0];
  if (expression) return [expression.slice(0, 300)];
  const plain = fields.get('license')?.[0]?.split('\n')[0]?.trim();
  if (plain && plain !== 'UNKNOWN' && plain.length <= 100) return [plain];
  const classified = (fields.get('classifier') ?? []).filter((one) => one.startsWith('License ::')).map((one) => one.split(' :: ').at(-1) ?? one);
  return classified.slice(0, 20);
}

function readLinks({ fields }: CoreMetadata): [string, string][] {
  return (fields.get('project-url') ?? []).map((one) => {
    const comma = one.indexOf(',');
    return [one.slice(0, comma).trim().slice(0, 32), one.slice(comma + 1).trim()];
  });
}

function findHomepage(metadata: CoreMetadata): string | undefined {
  const links = readLinks(metadata);
  const named = links.find(([label]) => /^home-?\s?page$/i.test(label)) ?? links.find(([label]) => /source|repository|code/i.test(label));
  const homepage = metadata.fields.get('home-page')?.[0] ?? named?.[1];
  return homepage && /^https?:\/\//.test(homepage) ? homepage.slice(0, 2000) : undefined;
}

function readFacts(metadata: CoreMetadata): PackageFacts {
  const one = (name: string): string | undefined => {
    const value = metadata.fields.get(name)?.[0];
    return value && value !== 'UNKNOWN' ? value : undefined;
  };
  const homepage = findHomepage(metadata);
  const author = one('author') ?? one('author-email') ?? one('maintainer') ?? one('maintainer-email');
  const readme = (metadata.body.trim() ? metadata.body : (one('description') ?? '')).slice(0, readmeLimit);
  const python = one('requires-python');
  const tags = (one('keywords') ?? '').split(/[,;\s]+/).filter(Boolean);
  return {
    ...(one('summary') ? { description: one('summary')?.slice(0, 10_000) } : {}),
    licenses: findLicenses(metadata),
    tags: tags.slice(0, 100),
    ...(homepage ? { homepage } : {}),
    ...(author ? { authors: [author.slice(0, 300)] } : {}),
    ...(readme ? { readme } : {}),
    dependencies: (metadata.fields.get('requires-dist') ?? [])
      .slice(0, mostDependencies)
      .map(findDependency)
      .filter((dependency) => dependency !== undefined),
    display: {
      ...(python ? { 'Requires Python': python.slice(0, 200) } : {}),
      ...Object.fromEntries(
        readLinks(metadata)
          .filter(([label, url]) => label && /^https?:\/\//.test(url))
          .slice(0, 20),
      ),
    },
  };
}

/** Facts of a distribution and the bytes of its metadata file. */
export async function readDistribution(location: Location, path: string, file: StagedFile): Promise<{ inspection: Inspection; metadata: Buffer }> {
  const metadata = await readMetadataFile(path, file);
  const parsed = parseCoreMetadata(metadata);
  const name = parsed.fields.get('name')?.[0] ?? '';
  const version = parsed.fields.get('version')?.[0] ?? '';
  if (normalise(name) !== location.package || normalVersion(version) !== location.version) {
    throw new AppError(refusals.metadata_says_other, {
      name: name || say(refusals.metadata_without_name),
      version: version || say(refusals.metadata_without_version),
      package: location.package,
      expected: location.version,
    });
  }
  const python = parsed.fields.get('requires-python')?.[0];
  const inspection: Inspection = {
    ...location,
    facts: readFacts(parsed),
    properties: { 'pypi.name': [name], 'pypi.version': [version], ...(python ? { 'pypi.requires.python': [python.slice(0, 200)] } : {}) },
  };
  return { inspection, metadata };
}

/** Reads what a file tells about its version; signatures and metadata files tell nothing. */
export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  return location.lead ? (await readDistribution(location, path, file)).inspection : location;
}
