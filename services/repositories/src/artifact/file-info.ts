import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findMediaType } from '../download/media-type.ts';
import { getName } from '../storage/path.ts';
import type { StoredArtifact } from '../storage/stored-artifact.ts';

/** A path inside a URL. */
export function urlPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

export function serviceUrl(context: Context, request: FastifyRequest): string {
  return `${publicBaseUrl(request, context.platform.config)}/artifactory`;
}

/** A file or a folder in the words of the storage interface; a file's `size` is text there. */
export function fileInfo(
  context: Context,
  request: FastifyRequest,
  key: string,
  item: StoredArtifact | { path: string; createdAt?: Date; createdBy?: string; modifiedAt?: Date },
) {
  const base = serviceUrl(context, request);
  const place = `${encodeURIComponent(key)}${item.path === '' ? '' : `/${urlPath(item.path)}`}`;
  const createdAt = item.createdAt ?? new Date();
  const modifiedAt = item.modifiedAt ?? createdAt;
  const shared = {
    repo: key,
    path: `/${item.path}`,
    created: createdAt.toISOString(),
    ...(item.createdBy === undefined ? {} : { createdBy: item.createdBy }),
    lastModified: modifiedAt.toISOString(),
    ...('modifiedBy' in item ? { modifiedBy: item.modifiedBy } : {}),
    lastUpdated: modifiedAt.toISOString(),
    downloadUri: `${base}/${place}`,
    uri: `${base}/api/storage/${place}`,
  };
  if (!('sha256' in item)) return shared;
  const checksums = { sha1: item.sha1, md5: item.md5, sha256: item.sha256 };
  return { ...shared, mimeType: findMediaType(getName(item.path)), size: String(item.size), checksums, originalChecksums: checksums };
}
