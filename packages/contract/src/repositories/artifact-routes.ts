import { z } from 'zod';
import { looseQuery } from '../loose-query.ts';
import { route, stream } from '../route.ts';
import { Said } from '../said.ts';
import { severities } from '../severities.ts';
import { formatIds, repositoryClasses } from './format-ids.ts';

const base = '/ui/api/v1/ui';

/** Key under which the trash can shows in the tree; its folders are the keys of repositories. */
export const trashKey = 'auto-trashcan';

/** A stored file can be one of these: something clients put there, the document of a build, or part of a release bundle. */
export const artifactKinds = ['artifact', 'build', 'releaseBundle'] as const;

/**
 * Property with the date or time (ISO 8601, a date alone begins at midnight UTC) from which an artifact cannot be downloaded any more. Uploads may bring it;
 * afterwards only those who manage the repository change it. Of several values the earliest counts.
 */
export const expiryProperty = 'artifact.expires';
/** Keys of properties look like this: addresses and listings write `key=value;…`. */
export const propertyKey = /^[^\s=;,|\\/]{1,255}$/;
/** Characters of one value of a property. */
export const longestPropertyValue = 2400;

/** A place in a repository; `<key>-cache` is what a remote repository has stored. */
export const ItemPlace = z.object({ repoKey: z.string().min(1).max(80), path: z.string().max(1100).default('') });

export const TreeNode = z.object({
  kind: z.enum(['repository', 'trash', 'folder', 'file']),
  repoKey: z.string(),
  path: z.string(),
  name: z.string(),
  /** Repositories only. */
  class: z.enum(repositoryClasses).optional(),
  format: z.enum(formatIds).optional(),
  /** Files only. */
  size: z.number().int().optional(),
  expiresAt: z.iso.datetime().optional(),
  modifiedAt: z.iso.datetime().optional(),
  /** Worst severity of what scans found in the file and nobody ignores. */
  alert: z.enum(severities).optional(),
});
export type TreeNode = z.output<typeof TreeNode>;

export const browseTree = route('browseTree', {
  summary: 'Children of a folder; without a repository, the repositories themselves',
  method: 'POST',
  url: `${base}/treebrowser`,
  access: 'resource',
  body: z.strictObject({
    repoKey: z.string().max(80).optional(),
    path: z.string().max(1100).default(''),
    after: z.string().max(1100).optional(),
    limit: z.number().int().min(1).max(1000).default(200),
  }),
  reply: z.object({ items: z.array(TreeNode), next: z.string().optional() }),
  status: 200,
});

const Checksums = z.object({ sha256: z.string(), sha1: z.string(), md5: z.string() });

/** General information about a file or folder. */
export const ArtifactGeneral = z.object({
  repoKey: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.enum(['file', 'folder']),
  kind: z.enum(artifactKinds),
  class: z.enum(repositoryClasses),
  format: z.enum(formatIds),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  modifiedAt: z.iso.datetime(),
  modifiedBy: z.string(),
  size: z.number().int().optional(),
  mediaType: z.string().optional(),
  checksums: Checksums.optional(),
  downloads: z.number().int().optional(),
  lastDownloadedAt: z.iso.datetime().nullable().optional(),
  /** Absent where nobody did, or long ago. */
  lastDownloadedBy: z.string().optional(),
  /** From then on it cannot be downloaded; null: never. */
  expiresAt: z.iso.datetime().nullable().optional(),
  /** Address to download it from. */
  url: z.string(),
});

export const artifactGeneral = route('artifactGeneral', {
  summary: "A file's general information; not found until it is there",
  method: 'POST',
  url: `${base}/artifactgeneral`,
  access: 'resource',
  body: ItemPlace.extend({ type: z.enum(['file', 'folder']).optional() }),
  reply: ArtifactGeneral,
  status: 200,
});

const PackageOf = z.object({ package: z.string(), version: z.string() });

export const ArtifactDetails = ArtifactGeneral.extend({
  properties: z.record(z.string(), z.array(z.string())),
  /** The package version it belongs to. */
  belongsTo: PackageOf.nullable(),
  /** Other places with the same content, as far as the caller may read them. */
  sharedWith: z.array(ItemPlace.extend({ belongsTo: PackageOf.nullable() })),
  /** The plain listing of its folder. */
  nativeUrl: z.string(),
  allowed: z.object({ annotate: z.boolean(), deploy: z.boolean(), delete: z.boolean(), manage: z.boolean() }),
  marks: z.object({ favourite: z.boolean(), watched: z.boolean() }),
});

export const artifactDetails = route('artifactDetails', {
  summary: 'Everything about a file or folder: information, properties, where else its content is',
  method: 'GET',
  url: `${base}/artifactdetails`,
  access: 'resource',
  query: ItemPlace,
  reply: ArtifactDetails,
});

export const viewArtifact = route('viewArtifact', {
  summary: 'The text of a file',
  method: 'POST',
  url: `${base}/artifactactions/view`,
  access: 'resource',
  body: ItemPlace,
  reply: z.object({ text: z.string(), truncated: z.boolean(), mediaType: z.string() }),
  status: 200,
});

const Done = z.object({ files: z.number().int() });
const Target = ItemPlace.extend({ targetRepoKey: z.string().max(80), targetPath: z.string().max(1100), dryRun: z.boolean().default(false) });
const Moved = Done.extend({ bytes: z.number().int(), repoKey: z.string(), path: z.string() });

function action<Body extends z.ZodType, Reply extends z.ZodType>(name: string, word: string, summary: string, body: Body, reply: Reply) {
  return route(name, { summary, method: 'POST', url: `${base}/artifactactions/${word}`, access: 'resource', body, reply, status: 200 });
}

export const copyArtifact = action('copyArtifact', 'copy', 'Copy a file or folder; into the target when that is a folder', Target, Moved);
export const moveArtifact = action('moveArtifact', 'move', 'Move a file or folder; into the target when that is a folder', Target, Moved);
export const deleteArtifact = action('deleteArtifact', 'delete', 'Move a file or folder to the trash can', ItemPlace, Done);
export const deletePermanently = action('deletePermanently', 'deletepermanently', 'Delete something in the trash can for good', ItemPlace, Done);
export const deleteVersions = action(
  'deleteVersions',
  'deleteversions',
  'Move chosen versions of a package to the trash can',
  z.object({
    repoKey: z.string(),
    package: z.string().min(1),
    versions: z.array(z.string()).min(1).max(500),
    /** Only say what would go. */
    dryRun: z.boolean().default(false),
  }),
  /** Layers and the like that only these versions led to go too, a day after they were stored; they are counted when they go. */
  Done.extend({ bytes: z.int() }),
);
export const restoreArtifact = action('restoreArtifact', 'restore', 'Put something in the trash can back to where it was', ItemPlace, Done);
export const emptyTrash = action(
  'emptyTrash',
  'emptytrash',
  'Delete everything in the trash can for good, or what came from one repository',
  z.object({ repoKey: z.string().max(80).optional() }),
  /** With a `run`, `files` are those that are going; the trash's runs tell how far that has come. */
  Done.extend({ run: z.int().optional() }),
);
export const zapCache = action('zapCache', 'zapcache', 'Ask the upstream again for what is stored at a path', ItemPlace, Done);
export const zapCaches = action(
  'zapCaches',
  'zapcaches',
  'Ask the upstreams again for everything stored; of all remote repositories unless some are named',
  z.object({
    repoKeys: z.array(z.string()).max(1000).optional(),
    /** Only say how many entries that concerns. */
    dryRun: z.boolean().default(false),
  }),
  Done,
);
export const recalculateIndex = action(
  'recalculateIndex',
  'recalculateindex',
  'Read all packages of a repository again',
  z.object({ repoKey: z.string() }),
  z.object({ queued: z.boolean() }),
);
export const readIndexRun = route('readIndexRun', {
  summary: 'How far the last recalculation of a repository has got; nothing where there was none',
  method: 'GET',
  url: `${base}/artifactactions/recalculateindex`,
  access: 'resource',
  query: z.object({ repoKey: z.string() }),
  reply: z.object({
    run: z
      .object({
        status: z.enum(['waiting', 'running', 'finished', 'failed']),
        requestedBy: z.string(),
        requestedAt: z.iso.datetime(),
        finishedAt: z.iso.datetime().optional(),
        /** Files in the repository, and how many of them have been looked into. */
        total: z.int(),
        done: z.int(),
        ...Said.partial().shape,
      })
      .optional(),
  }),
});
export const calculateDebianCoordinates = action(
  'calculateDebianCoordinates',
  'calculatedebiancoordinates',
  'Set distribution, component and architecture of a Debian package',
  ItemPlace.extend({
    distributions: z.array(z.string().min(1)).min(1),
    components: z.array(z.string().min(1)).min(1),
    architectures: z.array(z.string().min(1)).min(1),
  }),
  Done,
);
const Marked = z.object({ favourite: z.boolean(), watched: z.boolean() });
export const watchArtifact = action('watchArtifact', 'watch', 'Watch an item for changes', ItemPlace, Marked);
export const unwatchArtifact = action('unwatchArtifact', 'unwatch', 'Stop watching an item', ItemPlace, Marked);
export const toggleFavourite = action('toggleFavourite', 'favorites', 'Put an item among the favourites, or take it out', ItemPlace, Marked);

export const listMarks = route('listMarks', {
  summary: "The caller's favourites and watched items",
  method: 'GET',
  url: `${base}/artifactmarks`,
  access: 'user',
  reply: z.object({ items: z.array(ItemPlace.extend({ favourite: z.boolean(), watched: z.boolean() })) }),
});

export const setProperties = route('setProperties', {
  summary: 'Set and remove properties of a file, or of all files below a folder',
  method: 'PUT',
  url: `${base}/artifactproperties`,
  access: 'resource',
  body: ItemPlace.extend({
    set: z.record(z.string(), z.array(z.string())).default({}),
    remove: z.array(z.string()).default([]),
    recursive: z.boolean().default(false),
  }),
  reply: Done,
});

export const downloadArtifact = route('downloadArtifact', {
  summary: 'The bytes of a file',
  method: 'GET',
  url: `${base}/download`,
  access: 'handler',
  query: looseQuery('repoKey', 'path'),
  reply: stream('*/*'),
});

export const downloadFolder = route('downloadFolder', {
  summary: 'A folder as an archive',
  method: 'GET',
  url: `${base}/downloadfolder`,
  access: 'handler',
  query: looseQuery('repoKey', 'path', 'archiveType'),
  reply: stream('application/zip', 'application/x-tar', 'application/gzip'),
});
