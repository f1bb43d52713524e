import { longestPath, mostRepositories } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import type { ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { expiryProperty, longestPropertyValue, propertyKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { RepositoryKey } from '@packhouse/contract/repositories/repository-settings.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { FileSearch, FoundFile } from '@packhouse/peers/release-bundle-storage.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { KeptSource, NestedSource } from '../schema.ts';
import { findKeptFiles, type SourcedFile } from './kept-files.ts';
import { mapPaths } from './path-mapping-queries.ts';
import type { GivenFile } from './release-bundle-queries.ts';

const mostFiles = 20_000;
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export type CollectedFile = GivenFile;

interface Part {
  /** Where files are looked for; of another version, the files that it keeps. */
  search: FileSearch | { bundle: NestedSource };
  mappings: ReleaseBundleSource extends infer S ? (S extends { mappings: infer M } ? M : never) : never;
  addedProperties: readonly { key: string; values: readonly string[] }[];
}

function readParts(source: KeptSource): Part[] {
  if (source.from === 'combined') return source.parts.flatMap(readParts);
  if (source.from === 'queries') return source.queries.map(({ aql, ...rest }) => ({ search: { aql }, ...rest }));
  if (source.from === 'package') return [{ search: { package: source }, mappings: [], addedProperties: [] }];
  if (source.from === 'bundle') return [{ search: { bundle: source }, mappings: [], addedProperties: [] }];
  const { mappings, addedProperties } = source;
  if (source.from === 'build')
    return [{ search: { build: { name: source.name, number: source.number, projectKey: source.projectKey } }, mappings, addedProperties }];
  return [{ search: { paths: source.paths }, mappings, addedProperties }];
}

const refuse = (said: Said) => fieldRefusal('source', said);

function placeOn(mapped: string, from: string): { repository: string; path: string } {
  const slash = mapped.indexOf('/');
  const repository = mapped.slice(0, Math.max(slash, 0));
  const path = mapped.slice(slash + 1);
  const isPath = path !== '' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !path.includes('\\');
  if (slash < 0 || !isPath) throw refuse(say(distributionWords.mapped_to_no_path, { file: from, place: mapped }));
  if (path.length > longestPath) throw refuse(say(distributionWords.mapped_path_too_long, { file: from, count: longestPath }));
  if (!RepositoryKey.safeParse(repository).success)
    throw refuse(
      repository.endsWith('-cache')
        ? say(distributionWords.file_of_remote, { file: from })
        : say(distributionWords.mapped_to_no_repository, { file: from, repository }),
    );
  return { repository, path };
}

/** Refuses what would have the files that are kept for good expire. */
function requireAddable(added: Part['addedProperties']): void {
  if (added.some(({ key }) => key === expiryProperty)) throw refuse(say(distributionWords.bundle_files_do_not_expire, { property: expiryProperty }));
}

/** Targets take properties only as uploads do, also those that a file has for long. */
function requireTakeable(properties: Readonly<Record<string, readonly string[]>>, from: string): void {
  for (const [key, values] of Object.entries(properties)) {
    if (!propertyKey.test(key)) throw refuse(say(distributionWords.file_property_key_unfit, { file: from, key }));
    if (values.some((value) => value.length > longestPropertyValue)) throw refuse(say(distributionWords.file_property_value_too_long, { file: from, key }));
    if (key === expiryProperty && !values.every((value) => Moment.safeParse(value).success))
      throw refuse(say(distributionWords.file_property_is_no_date, { file: from, property: expiryProperty }));
  }
}

function withAdded(file: FoundFile, added: Part['addedProperties']): Record<string, string[]> {
  const properties = new Map(Object.entries(file.properties).map(([key, values]) => [key, [...values]]));
  for (const { key, values } of added) properties.set(key, [...new Set([...(properties.get(key) ?? []), ...values])]);
  return Object.fromEntries(properties);
}

async function findOwnFiles(context: Context, actor: Actor, search: FileSearch): Promise<SourcedFile[]> {
  const found = await context.storage.find(actor, search, mostFiles);
  return found.map((file) => ({ ...file, source: { repository: file.repository, path: file.path } }));
}

/** The files that a source of files means now, as far as the actor may read them, in the order of their places on the targets. */
export async function collectFiles(context: Context, actor: Actor, source: KeptSource): Promise<CollectedFile[]> {
  const collected = new Map<string, CollectedFile>();
  const formats = new Map<string, string>();
  for (const part of readParts(source)) {
    requireAddable(part.addedProperties);
    const found = 'bundle' in part.search ? await findKeptFiles(context, actor, part.search.bundle) : await findOwnFiles(context, actor, part.search);
    const from = found.map(({ repository, path }) => `${repository}/${path}`);
    const mapped = await mapPaths(context, from, part.mappings);
    for (const [at, file] of found.entries()) {
      const place = placeOn(mapped[at]!, from[at]!);
      const key = `${place.repository}/${place.path}`;
      const other = collected.get(key);
      if (other && other.sha256 !== file.sha256) {
        const [first, second] = [{ file: String(from[at]) }, { repository: other.source_repository, path: other.source_path }];
        throw refuse(say(distributionWords.mapped_to_same_path, { ...first, ...second, otherRepository: place.repository, otherPath: place.path }));
      }
      const format = formats.get(place.repository) ?? file.format;
      if (format !== file.format)
        throw refuse(say(distributionWords.mapped_to_mixed_repository, { format, otherFormat: file.format, repository: place.repository }));
      formats.set(place.repository, format);
      if (formats.size > mostRepositories) throw refuse(say(distributionWords.mapped_to_too_many_repositories, { count: mostRepositories }));
      const { sha256, size } = file;
      const properties = withAdded(file, part.addedProperties);
      requireTakeable(properties, from[at]!);
      collected.set(key, { ...place, format: file.format, source_repository: file.source.repository, source_path: file.source.path, sha256, size, properties });
      if (collected.size > mostFiles) throw new AppError(sharedWords.bundle_has_too_many_files, { count: mostFiles });
    }
  }
  const key = ({ repository, path }: CollectedFile) => `${repository}\0${path}`;
  return [...collected.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
