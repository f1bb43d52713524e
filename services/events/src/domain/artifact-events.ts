import { imageDomain } from '@packhouse/contract/events/hook-domains.ts';
import { type FormatId, isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { z } from 'zod';
import { type DomainEvent, makeReader, type Place, type Reader } from './domain-event.ts';

/** Events of a platform before this one said less: what is unknown is left out. */
const File = {
  sha256: z.string().optional(),
  size: z
    .number()
    .nullish()
    .transform((size) => size ?? undefined),
};
const Source = z.object({ repository: z.string(), class: z.enum(['local', 'remote', 'virtual', 'federated']) });
type Source = z.output<typeof Source>;

const Platform = z.object({ architecture: z.string(), os: z.string() });
const Image = { platforms: z.array(Platform).optional(), imageType: z.string().optional() };
const Stored = Source.extend({
  path: z.string(),
  ...File,
  ...Image,
  format: z.string().optional(),
  package: z.string().optional(),
  version: z.string().optional(),
  /** It belongs to something that is told of as a whole. */
  part: z.string().optional(),
});
type Stored = z.output<typeof Stored>;
const Page = <Item extends z.ZodType>(item: Item) => Source.extend({ files: z.array(item) });
const Deleted = Page(z.object({ path: z.string(), ...File, package: z.string().optional(), version: z.string().optional() })).extend({
  format: z.string().optional(),
});
const Transferred = Page(z.object({ from: z.string(), to: z.string(), ...File })).extend({ target: z.string() });
const PropertyChange = z.object({ key: z.string(), before: z.array(z.string()), after: z.array(z.string()) });
const Described = Page(z.object({ path: z.string(), ...File, changes: z.array(PropertyChange) }));
const Promoted = Stored.extend({ package: z.string(), version: z.string() });

const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function getPlace({ repository, class: repositoryClass }: Source, path: string): Place {
  // Nothing is kept in a virtual repository, so nothing happens there.
  return { kind: 'path', repository, repositoryType: repositoryClass === 'virtual' ? 'local' : repositoryClass, path };
}

interface About {
  path: string;
  sha256?: string | undefined;
  size?: number | undefined;
}

const describe = ({ repository }: Source, { path, sha256, size }: About) => ({ repo_key: repository, path, name: getName(path), sha256, size });

function makeEvent(domain: DomainEvent['domain'], eventType: string, source: Source, file: About, more: Readonly<Record<string, unknown>> = {}): DomainEvent {
  return {
    domain,
    eventType,
    subject: `${source.repository}/${file.path}`,
    data: { ...describe(source, file), ...more },
    place: getPlace(source, file.path),
  };
}

/** Files of builds and release bundles are told of as those. */
const isOfOthers = ({ repository }: Source) => isBuildRepository(repository) || isReleaseBundleRepository(repository);

const makeFileReader = <Data extends Source>(schema: z.ZodType<Data>, read: (data: Data) => readonly DomainEvent[]): Reader =>
  makeReader(schema, (data) => (isOfOthers(data) ? [] : read(data)));

type Tagged = Partial<Pick<Stored, 'format' | 'package' | 'version' | 'platforms' | 'imageType'>>;

/** A file that stands for the tag of an image; other files of images have neither name nor version. */
const isTag = ({ format, package: name, version }: Tagged) =>
  format !== undefined && isContainerFormat(format as FormatId) && name !== undefined && version !== undefined;

/** Of what was deleted, platforms and kind are not known. */
const describeImage = ({ package: name, version, platforms, imageType }: Tagged) => ({
  image_name: name,
  tag: version,
  platforms,
  image_type: imageType,
});

function listDeployments(file: Stored): readonly DomainEvent[] {
  // What a move or a copy puts somewhere is told of as that.
  if (file.part !== undefined) return [];
  const deployed = makeEvent('artifact', 'deployed', file, file);
  return isTag(file) ? [deployed, makeEvent(imageDomain, 'pushed', file, file, describeImage(file))] : [deployed];
}

function listDeletions(source: Source & Tagged, file: About & Tagged): readonly DomainEvent[] {
  const tagged = { ...file, format: source.format };
  const deleted = makeEvent('artifact', 'deleted', source, file);
  return isTag(tagged) ? [deleted, makeEvent(imageDomain, 'deleted', source, file, describeImage(tagged))] : [deleted];
}

/** It is told of where it came from. */
const readTransfer = (eventType: 'moved' | 'copied') =>
  makeFileReader(Transferred, (page) =>
    page.files.map(({ from, to, ...file }) => {
      const [source, target] = [`${page.repository}/${from}`, `${page.target}/${to}`];
      const moved = makeEvent('artifact', eventType, page, { ...file, path: from }, { source_repo_path: source, target_repo_path: target });
      return { ...moved, otherSubject: target };
    }),
  );

/** One event for every key: existing clients know no more of a property than its key and its values. */
const readProperties = makeFileReader(Described, (page) =>
  page.files.flatMap(({ changes, ...file }) =>
    changes.map(({ key, before, after }) => {
      const isGone = after.length === 0;
      return makeEvent('artifact_property', isGone ? 'deleted' : 'added', page, file, { property_key: key, property_values: isGone ? before : after });
    }),
  ),
);

const Build = z.object({ repository: z.string(), name: z.string(), number: z.string(), started: z.string(), status: z.string().optional() });

const readBuild = (eventType: 'uploaded' | 'deleted' | 'promoted') =>
  makeReader(Build, ({ repository, name, number, started, status }) => [
    {
      domain: 'build',
      eventType,
      subject: `build ${repository}/${name}/${number}`,
      data: { build_name: name, build_number: number, build_started: started, build_repo: repository, ...(status ? { build_status: status } : {}) },
      place: { kind: 'build', name },
    },
  ]);

/** What happens to files, images and builds. */
export const artifactReaders: Readonly<Record<string, Reader>> = {
  'artifact.deployed': makeFileReader(Stored, listDeployments),
  'artifact.cached': makeFileReader(Stored, (file) => [makeEvent('artifact', 'cached', file, file)]),
  'artifact.deleted': makeFileReader(Stored, (file) => (file.part === undefined ? listDeletions(file, file) : [])),
  'files.deleted': makeFileReader(Deleted, (page) => page.files.flatMap((file) => listDeletions(page, file))),
  'files.archived': makeFileReader(Deleted, (page) => page.files.map((file) => makeEvent('artifact_lifecycle', 'archive', page, file))),
  'files.restored': makeFileReader(Deleted, (page) => page.files.map((file) => makeEvent('artifact_lifecycle', 'restore', page, file))),
  'files.moved': readTransfer('moved'),
  'files.copied': readTransfer('copied'),
  'properties.changed': readProperties,
  'image.promoted': makeFileReader(Promoted, (file) => [makeEvent(imageDomain, 'promoted', file, file, describeImage(file))]),
  'build.uploaded': readBuild('uploaded'),
  'build.deleted': readBuild('deleted'),
  'build.promoted': readBuild('promoted'),
};
