import type { ArtifactDetails } from '@packhouse/contract/repositories/artifact-routes.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { findMediaType } from '../download/media-type.ts';
import { selectFolderOrigin } from '../storage/listing-queries.ts';
import { getFolder, getName } from '../storage/path.ts';
import { serviceUrl, urlPath } from './file-info.ts';
import { type Item, ownProperties } from './item.ts';
import { readMarks } from './mark.ts';

type Details = z.output<typeof ArtifactDetails>;

function readKind(key: string): Details['kind'] {
  if (isBuildRepository(key)) return 'build';
  return isReleaseBundleRepository(key) ? 'releaseBundle' : 'artifact';
}

export async function getGeneral(
  context: Context,
  request: FastifyRequest,
  item: Item,
): Promise<Omit<Details, 'properties' | 'belongsTo' | 'sharedWith' | 'nativeUrl' | 'allowed' | 'marks'>> {
  const { repository, path } = item;
  const shared = {
    repoKey: item.key,
    path,
    name: getName(path) || item.key,
    kind: readKind(repository.key),
    class: repository.class,
    format: repository.format,
    url: `${serviceUrl(context, request)}/${encodeURIComponent(item.key)}/${urlPath(path)}`,
  };
  if (item.kind === 'folder') {
    const [store] = item.holding;
    const row = store && (await selectFolderOrigin(context.db, store.id, path));
    const createdAt = (row?.created_at ?? repository.createdAt).toISOString();
    const createdBy = row?.created_by ?? '';
    return { ...shared, type: 'folder', createdAt, createdBy, modifiedAt: createdAt, modifiedBy: createdBy };
  }
  const { artifact } = item;
  const counts = await context.db
    .selectFrom('artifact')
    .select(['download_count', 'last_downloaded_at', 'last_downloaded_by'])
    .where('id', '=', artifact.id)
    .executeTakeFirst();
  return {
    ...shared,
    type: 'file',
    createdAt: artifact.createdAt.toISOString(),
    createdBy: artifact.createdBy,
    modifiedAt: artifact.modifiedAt.toISOString(),
    modifiedBy: artifact.modifiedBy,
    size: artifact.size,
    mediaType: findMediaType(getName(path)),
    checksums: { sha256: artifact.sha256, sha1: artifact.sha1, md5: artifact.md5 },
    downloads: counts?.download_count ?? 0,
    lastDownloadedAt: counts?.last_downloaded_at?.toISOString() ?? null,
    ...(counts?.last_downloaded_by ? { lastDownloadedBy: counts.last_downloaded_by } : {}),
    expiresAt: artifact.expiresAt?.toISOString() ?? null,
  };
}

export async function readDetails(context: Context, request: FastifyRequest, item: Item): Promise<Details> {
  const { actor } = request;
  const general = await getGeneral(context, request, item);
  const can = (action: 'annotate' | 'deploy' | 'delete' | 'manage') => isAllowed(actor, action, readResource(item.repository, item.path));
  const folder = item.kind === 'folder' ? item.path : getFolder(item.path);
  return {
    ...general,
    properties: await ownProperties(context, item),
    belongsTo: item.kind === 'file' && item.artifact.versionId !== null ? await belongsTo(context, item.artifact.versionId) : null,
    sharedWith: item.kind === 'file' ? await sharedWith(context, actor, item.artifact) : [],
    nativeUrl: `${serviceUrl(context, request)}/${encodeURIComponent(item.key)}/${folder === '' ? '' : `${urlPath(folder)}/`}`,
    allowed: { annotate: can('annotate'), deploy: can('deploy'), delete: can('delete'), manage: can('manage') },
    marks: await readMarks(context, actor, item.repository.id, item.path),
  };
}

async function belongsTo(context: Context, versionId: number) {
  const row = await context.db
    .selectFrom('version')
    .innerJoin('package', 'package.id', 'version.package_id')
    .select(['package.name as package', 'version.version'])
    .where('version.id', '=', versionId)
    .executeTakeFirst();
  return row ?? null;
}

const mostShared = 50;

/** Where else the same content is; only places that the caller may read. */
async function sharedWith(context: Context, actor: Actor, artifact: { id: number; sha256: string }): Promise<Details['sharedWith']> {
  const rows = await context.db
    .selectFrom('artifact')
    .leftJoin('version', 'version.id', 'artifact.version_id')
    .leftJoin('package', 'package.id', 'version.package_id')
    .select(['artifact.repository_id', 'artifact.path', 'version.version', 'package.name'])
    .where('artifact.sha256', '=', artifact.sha256)
    .where('artifact.id', '!=', artifact.id)
    .orderBy('artifact.id')
    .limit(1000)
    .execute();
  const found: Details['sharedWith'] = [];
  for (const row of rows) {
    if (found.length >= mostShared) break;
    const repository = await context.directory.byId(row.repository_id);
    if (!repository || !isAllowed(actor, 'read', readResource(repository, row.path))) continue;
    const repoKey = repository.class === 'remote' ? `${repository.key}-cache` : repository.key;
    found.push({ repoKey, path: row.path, belongsTo: row.name !== null && row.version !== null ? { package: row.name, version: row.version } : null });
  }
  return found;
}
