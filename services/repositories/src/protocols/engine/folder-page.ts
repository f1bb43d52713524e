import type { Want } from '@packhouse/formats/format.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { type Repository, readResource, type StoringRepository } from '../../directory/directory.ts';
import { makeSight } from '../../directory/readable-queries.ts';
import { type FolderItem, isFolderSeen, listFolder } from '../../storage/listing-queries.ts';
import type { RequestPath } from '../../storage/request-path.ts';
import { type Call, requireAction } from './call.ts';

const mostItems = 5000;

/** Could the request be somebody looking into a folder? */
export function isBrowsable(call: Call, want: Want | undefined, trailingSlash: boolean): boolean {
  const { method } = call.protocol;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (
    (want === undefined || want.kind === 'file') && (trailingSlash || call.protocol.path === '' || !call.protocol.path.includes('.') || want === undefined)
  );
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Answers with a plain listing of a folder, for people, pip and wget; false when there is no such folder. */
export async function browseFolder(call: Call, place: RequestPath): Promise<boolean> {
  const { context, repository, reply } = call;
  const sources: readonly Repository[] = repository.class === 'virtual' ? await context.directory.flatten(repository) : [repository];
  const readable = (sources as readonly StoringRepository[]).filter((source) => isAllowed(call.actor, 'read', readResource(source)));
  const placeIn = (source: StoringRepository) => ({ repositoryId: source.id, folder: place.path, sight: makeSight(call.actor, source) });
  const holding: StoringRepository[] = [];
  for (const source of readable) if (place.path === '' || (await isFolderSeen(context, placeIn(source)))) holding.push(source);
  if (readable.length === 0 && place.path === '') requireAction(call, 'read', sources[0] ?? repository, '');
  if (holding.length === 0) return false;
  if (!place.trailingSlash) {
    void reply.redirect(`${(call.request.raw.url ?? '').replace(/[?#].*$/s, '')}/`, 302);
    return true;
  }
  const items = new Map<string, FolderItem>();
  for (const source of holding)
    for (const item of (await listFolder(context, placeIn(source), { limit: mostItems })).items) if (!items.has(item.name)) items.set(item.name, item);
  const body = page(`${repository.key}/${place.path}`, place.path !== '', [...items.values()]);
  reply.header('content-type', 'text/html; charset=utf-8');
  void (call.request.method === 'HEAD' ? reply.header('content-length', Buffer.byteLength(body)).send() : reply.send(body));
  return true;
}

function page(title: string, hasParent: boolean, items: readonly FolderItem[]): string {
  const rows = items.map((item) => {
    const name = item.folder ? `${item.name}/` : item.name;
    const when = (item.modifiedAt ?? item.createdAt).toISOString().slice(0, 16).replace('T', ' ');
    return `<a href="${escapeHtml(encodeURIComponent(item.name) + (item.folder ? '/' : ''))}">${escapeHtml(name)}</a>  ${when}  ${item.size ?? '-'}`;
  });
  const parent = hasParent ? '<a href="../">../</a>\n' : '';
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Index of ${escapeHtml(title)}</title></head>\n<body><h1>Index of ${escapeHtml(title)}</h1>\n<pre>${parent}${rows.join('\n')}</pre></body></html>\n`;
}
