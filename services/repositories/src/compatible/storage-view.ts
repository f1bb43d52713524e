import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { FastifyRequest } from 'fastify';
import { fileInfo, serviceUrl, urlPath } from '../artifact/file-info.ts';
import { getPlace, type Item, ownProperties, readChildren } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { listFoldersBelow, selectFolderOrigin, walkFiles } from '../storage/listing-queries.ts';

const mostChildren = 100_000;
/** As many files as a listing may hold in memory at once. */
const mostListed = 500_000;

export function itemUrl(context: Context, request: FastifyRequest, item: Item): string {
  return `${serviceUrl(context, request)}/api/storage/${encodeURIComponent(item.key)}${item.path === '' ? '' : `/${urlPath(item.path)}`}`;
}

/** FileInfo or FolderInfo. */
export async function itemInfo(context: Context, request: FastifyRequest, item: Item): Promise<unknown> {
  if (item.kind === 'file') return { ...fileInfo(context, request, item.key, item.artifact) };
  const children = await readChildren(context, item, { limit: mostChildren });
  // A virtual repository without members has its root, and nothing that holds it.
  const [store] = item.holding;
  const row = store && (await selectFolderOrigin(context.db, store.id, item.path));
  const { downloadUri: _, ...info } = fileInfo(context, request, item.key, {
    path: item.path,
    createdAt: row?.created_at ?? item.repository.createdAt,
    ...(row ? { createdBy: row.created_by } : {}),
  });
  return { ...info, children: children.items.map((child) => ({ uri: `/${child.name}`, folder: child.folder })) };
}

/** @throws AppError `artifact_not_found` with the words that clients look for when there are none */
export async function itemProperties(context: Context, request: FastifyRequest, item: Item, keys: readonly string[]): Promise<unknown> {
  const all = await ownProperties(context, item);
  const wanted = Object.entries(all).filter(([key]) => keys.length === 0 || keys.includes(key));
  if (wanted.length === 0) throw new AppError(storageWords.no_properties_found);
  return { properties: Object.fromEntries(wanted), uri: itemUrl(context, request, item) };
}

export async function itemStats(context: Context, request: FastifyRequest, item: Item): Promise<unknown> {
  const row =
    item.kind === 'file'
      ? await context.db
          .selectFrom('artifact')
          .select(['download_count', 'last_downloaded_at', 'last_downloaded_by'])
          .where('id', '=', item.artifact.id)
          .executeTakeFirst()
      : undefined;
  return {
    uri: `${serviceUrl(context, request)}/${encodeURIComponent(item.key)}/${urlPath(item.path)}`,
    lastDownloaded: row?.last_downloaded_at?.getTime() ?? 0,
    downloadCount: row?.download_count ?? 0,
    ...(row?.last_downloaded_by ? { lastDownloadedBy: row.last_downloaded_by } : {}),
    remoteDownloadCount: 0,
    remoteLastDownloaded: 0,
  };
}

/** The newest file at or below a place. */
export async function newestBelow(context: Context, request: FastifyRequest, item: Item): Promise<unknown> {
  const base = serviceUrl(context, request);
  let newest: { path: string; at: Date } | undefined = item.kind === 'file' ? { path: item.path, at: item.artifact.modifiedAt } : undefined;
  if (item.kind === 'folder')
    for (const store of item.holding)
      for await (const file of walkFiles(context, getPlace(item, store)))
        if (!newest || file.modifiedAt > newest.at) newest = { path: file.path, at: file.modifiedAt };
  if (!newest) throw new AppError('artifact_not_found');
  return { uri: `${base}/api/storage/${encodeURIComponent(item.key)}/${urlPath(newest.path)}`, lastModified: newest.at.toISOString() };
}

interface ListOptions {
  deep: boolean;
  /** 0: no limit. */
  depth: number;
  folders: boolean;
  root: boolean;
  timestamps: boolean;
}

/** `?list`: files, and folders when asked for, below a folder. */
export async function fileList(context: Context, request: FastifyRequest, item: Item, options: ListOptions): Promise<unknown> {
  if (item.kind === 'file') throw new AppError(storageWords.only_folders_listed);
  const files = new Map<string, unknown>();
  const levels = options.deep ? options.depth || Number.POSITIVE_INFINITY : 1;
  const relative = (path: string) => (item.path === '' ? `/${path}` : path.slice(item.path.length));
  const isNear = (uri: string) => uri.split('/').length - 1 <= levels;
  if (options.root) files.set('/', { uri: '/', size: -1, lastModified: item.repository.modifiedAt.toISOString(), folder: true });
  for (const store of item.holding) {
    if (options.folders)
      for (const folder of await listFoldersBelow(context, getPlace(item, store))) {
        const uri = relative(folder.path);
        if (folder.path !== item.path && isNear(uri) && !files.has(uri))
          files.set(uri, { uri, size: -1, lastModified: folder.createdAt.toISOString(), folder: true });
      }
    for await (const file of walkFiles(context, getPlace(item, store))) {
      const uri = relative(file.path);
      if (!isNear(uri) || files.has(uri)) continue;
      if (files.size >= mostListed) throw new AppError(storageWords.folder_too_large_to_list);
      files.set(uri, {
        uri,
        size: file.size,
        lastModified: file.modifiedAt.toISOString(),
        folder: false,
        sha1: file.sha1,
        sha2: file.sha256,
        ...(options.timestamps ? { mdTimestamps: { properties: file.modifiedAt.toISOString() } } : {}),
      });
    }
  }
  return { uri: itemUrl(context, request, item), created: new Date().toISOString(), files: [...files.values()] };
}
