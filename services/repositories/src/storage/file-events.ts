import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Location, PackageFacts } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { ChangedValue, Properties } from './commit-queries.ts';

export type FileEvent = Omit<PlatformEvent, 'id' | 'at'>;

/** What happens to a file as a part of this is told of as a whole, too; whoever counts must not count both. */
export type Part = 'copy' | 'move' | 'promotion';

interface Source {
  key: string;
  class: string;
  format: FormatId;
}

const describe = ({ key, class: repositoryClass, format }: Source, by: string) => ({ repository: key, class: repositoryClass, format, by });

export interface KnownFile {
  path: string;
  sha256: string;
  size: number | null;
}

export interface Deployment extends KnownFile {
  location?: Location | undefined;
  facts?: PackageFacts | undefined;
  newVersion: boolean;
  part?: Part | undefined;
}

/** Tells of a file that was put somewhere; through a remote repository it was cached. */
export function makeDeployment(repository: Source, { path, sha256, size, location, facts, newVersion, part }: Deployment, by: string): FileEvent {
  const version = location && { package: location.package, version: location.version, newVersion };
  const details = facts && getFormat(repository.format).eventDetails?.(facts);
  return {
    type: repository.class === 'remote' ? 'artifact.cached' : 'artifact.deployed',
    subject: `${repository.key}/${path}`,
    data: { ...describe(repository, by), path, sha256, size, ...version, ...details, ...(part ? { part } : {}) },
  };
}

/** What a path alone says of a file: which version of which package it stands for. */
function locate(repository: Source, { path, sha256, size }: KnownFile) {
  const location = getFormat(repository.format).locate(path);
  return { path, sha256, size, ...(location ? { package: location.package, version: location.version } : {}) };
}

export function makeDeletion(repository: Source, file: KnownFile, by: string, part?: Part): FileEvent {
  const data = { ...describe(repository, by), ...locate(repository, file), ...(part ? { part } : {}) };
  return { type: 'artifact.deleted', subject: `${repository.key}/${file.path}`, data };
}

/** Tells of a file that made way for another of the same thing: it is gone, what it stood for is not. */
export function makeReplacement(repository: Source, { path, sha256, size }: KnownFile, by: string): FileEvent {
  return { type: 'artifact.deleted', subject: `${repository.key}/${path}`, data: { ...describe(repository, by), path, sha256, size } };
}

interface Promotion extends KnownFile {
  location: Location;
  facts?: PackageFacts | undefined;
  from: { repository: string; package: string; version: string };
}

/** Tells of an image that was brought to the repository of its next stage. */
export function makePromotion(repository: Source, { path, sha256, size, location, facts, from }: Promotion, by: string): FileEvent {
  const details = facts && getFormat(repository.format).eventDetails?.(facts);
  const data = { ...describe(repository, by), path, sha256, size, package: location.package, version: location.version, ...details, from };
  return { type: 'image.promoted', subject: `${repository.key}/${path}`, data };
}

/** Files of one event. */
const pageSize = 500;

/** Tells followers of many files in few events. Nobody who watches is told: they are not asked for each file whether they may read it. */
function makePages<File>(type: string, repository: Source, files: readonly File[], more: Readonly<Record<string, unknown>>): FileEvent[] {
  return Array.from({ length: Math.ceil(files.length / pageSize) }, (_, page) => ({
    type,
    subject: repository.key,
    data: { ...more, audience: 'followers', files: files.slice(page * pageSize, (page + 1) * pageSize) },
  }));
}

/** What went with a folder, beside the one event that tells of the folder. */
export function makeDeletions(repository: Source, files: readonly KnownFile[], by: string): FileEvent[] {
  return makePages(
    'files.deleted',
    repository,
    files.map((file) => locate(repository, file)),
    describe(repository, by),
  );
}

/** What was put away in the archive, and what came back from there; both are told of as files that go and come, too. */
export function makeArchiveEvents(type: 'files.archived' | 'files.restored', repository: Source, files: readonly KnownFile[], by: string): FileEvent[] {
  return makePages(
    type,
    repository,
    files.map((file) => locate(repository, file)),
    describe(repository, by),
  );
}

export interface TransferredFile {
  from: string;
  to: string;
  sha256: string;
  size: number | null;
}

/** What was copied or moved from a repository to another place. */
export function makeTransfers(
  type: 'files.copied' | 'files.moved',
  source: Source,
  target: string,
  files: readonly TransferredFile[],
  by: string,
): FileEvent[] {
  return makePages(type, source, files, { ...describe(source, by), target });
}

interface PropertyChange {
  key: string;
  before: readonly string[];
  after: readonly string[];
}

export interface DescribedFile {
  path: string;
  /** Folders have properties, but no content. */
  sha256?: string;
  size: number | null;
  changes: readonly PropertyChange[];
}

const hasSame = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((value) => other.includes(value));

/** Puts together what one file lost and gained; `wanted` are the properties that were named. What was taken away and put back has not changed. */
export function listPropertyChanges(values: readonly ChangedValue[], wanted: Properties): PropertyChange[] {
  const changes = [...Map.groupBy(values, ({ key }) => key)].map(([key, own]) => {
    const after = [...new Set(wanted[key])];
    const gained = new Set(own.filter(({ gained }) => gained).map(({ value }) => value));
    const lost = own.filter((one) => !one.gained).map(({ value }) => value);
    return { key, before: [...after.filter((value) => !gained.has(value)), ...lost], after };
  });
  return changes.filter(({ before, after }) => !hasSame(before, after));
}

/** Properties that were set or removed, with their values before and after. */
export function makePropertyChanges(repository: Source, files: readonly DescribedFile[], by: string): FileEvent[] {
  return makePages(
    'properties.changed',
    repository,
    files.filter(({ changes }) => changes.length > 0),
    describe(repository, by),
  );
}
