import { AppError } from '@packhouse/contract/errors.ts';
import { type TreeNode, trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { type Actor, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type Repository, readResource } from '../directory/directory.ts';
import { mayList } from '../directory/repository-access.ts';
import type { FolderItem, Page } from '../storage/listing-queries.ts';
import { storagePath } from '../storage/path.ts';
import { listTrash } from '../storage/trash-queries.ts';
import { findItem, readChildren } from './item.ts';

interface Asked {
  repoKey?: string | undefined;
  path: string;
  after?: string | undefined;
  limit: number;
}

/** One level of the tree: repositories, a folder's children, or what is in the trash can. */
export async function browse(context: Context, actor: Actor, asked: Asked): Promise<Page<TreeNode>> {
  if (asked.repoKey === undefined || asked.repoKey === '') return repositoryNodes(context, actor, asked);
  const path = storagePath(asked.path);
  if (asked.repoKey === trashKey) return trashNodes(context, actor, { ...asked, path });
  const item = await findItem(context, actor, asked.repoKey, path);
  if (item.kind === 'file') throw new AppError(storageWords.file_without_children);
  return withAlerts(
    context,
    (path) => isAllowed(actor, 'read', readResource(item.repository, path)),
    findNodes(asked.repoKey, await readChildren(context, item, asked)),
  );
}

/** Says in which readable files scans found something that nobody ignores. */
async function withAlerts({ peers }: Context, isReadable: (path: string) => boolean, page: Page<TreeNode>): Promise<Page<TreeNode>> {
  const paths = page.items.filter(({ kind, path }) => kind === 'file' && isReadable(path)).map(({ path }) => path);
  const [first] = page.items;
  if (!peers.scans || !first || paths.length === 0) return page;
  const alerts = await peers.scans.alerts(first.repoKey.replace(/-cache$/, ''), paths);
  if (alerts.size === 0) return page;
  const items = page.items.map((node): TreeNode => {
    const alert = node.kind === 'file' ? alerts.get(node.path) : undefined;
    return alert ? { ...node, alert } : node;
  });
  return { ...page, items };
}

function findNodes(repoKey: string, page: Page<FolderItem>, prefix = ''): Page<TreeNode> {
  const items = page.items.map(
    (child): TreeNode => ({
      kind: child.folder ? 'folder' : 'file',
      repoKey,
      path: prefix + child.path,
      name: child.name,
      ...(child.size === undefined ? {} : { size: child.size }),
      ...(child.expiresAt ? { expiresAt: child.expiresAt.toISOString() } : {}),
      modifiedAt: (child.modifiedAt ?? child.createdAt).toISOString(),
    }),
  );
  return page.next === undefined ? { items } : { items, next: page.next };
}

/** A remote repository shows twice: as what it proxies, and as what it has stored. */
function getNodesOfRepository({ key, class: repositoryClass, format }: Repository): TreeNode[] {
  const node = (repoKey: string): TreeNode => ({ kind: 'repository', repoKey, path: '', name: repoKey, class: repositoryClass, format });
  return repositoryClass === 'remote' ? [node(key), node(`${key}-cache`)] : [node(key)];
}

async function repositoryNodes(context: Context, actor: Actor, { after, limit }: Asked): Promise<Page<TreeNode>> {
  const nodes: TreeNode[] = [];
  for (const repository of await context.directory.list()) if (await mayList(context, actor, repository)) nodes.push(...getNodesOfRepository(repository));
  nodes.sort((a, b) => (a.repoKey < b.repoKey ? -1 : 1));
  if (actor.administrator) nodes.push({ kind: 'trash', repoKey: trashKey, path: '', name: 'Trash Can' });
  const start = after === undefined ? 0 : nodes.findIndex((node) => node.repoKey === after) + 1;
  const items = nodes.slice(start, start + limit);
  const last = items.at(-1);
  return start + limit < nodes.length && last ? { items, next: last.repoKey } : { items };
}

async function trashNodes(context: Context, actor: Actor, { path, after, limit }: Asked): Promise<Page<TreeNode>> {
  requireAdministrator(actor);
  const [key, ...rest] = path === '' ? [] : path.split('/');
  const page = await listTrash(context, key, rest.join('/'), { after, limit });
  return findNodes(trashKey, page, key === undefined ? '' : `${key}/`);
}
