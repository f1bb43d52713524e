import type { TreeNode } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { TreeRow } from '@packhouse/ui/table/data.ts';

/** This is known of one folder's children. */
export interface Branch {
  items: readonly TreeNode[];
  /** There are more: where to go on. */
  next?: string | undefined;
  state: 'loading' | 'ready' | 'failed';
  error?: Error | undefined;
}

/** A line of the tree: a place, or the line that stands for what is not loaded yet. */
export type TreeLine = { kind: 'node'; node: TreeNode } | { kind: 'more'; parent: string } | { kind: 'failed'; parent: string; message: string };

/** Name of a branch: the root is ''. */
export function branchId(repoKey: string | undefined, path = ''): string {
  return repoKey === undefined ? '' : `${repoKey}/${path}`;
}

/** Names of the branches that lead to a place, outermost first, the place itself included. */
export function branchesTo(repoKey: string, path: string): string[] {
  const ids = [branchId(repoKey)];
  if (path === '') return ids;
  const parts = path.split('/');
  return [...ids, ...parts.map((_, index) => branchId(repoKey, parts.slice(0, index + 1).join('/')))];
}

/** Repository and path of a branch's name. */
export function getPlace(id: string): { repoKey: string; path: string } {
  const slash = id.indexOf('/');
  return { repoKey: id.slice(0, slash), path: id.slice(slash + 1) };
}

/** The visible lines in their order: every open folder is followed by what is in it. */
export function treeRows(branches: ReadonlyMap<string, Branch>, open: ReadonlySet<string>): TreeRow<TreeLine>[] {
  const rows: TreeRow<TreeLine>[] = [];
  const add = (id: string, level: number) => {
    const branch = branches.get(id);
    if (!branch) return;
    for (const node of branch.items) {
      const own = branchId(node.repoKey, node.path);
      const expandable = node.kind !== 'file';
      const expanded = expandable && open.has(own);
      rows.push({
        id: own,
        level,
        expandable,
        expanded,
        loading: expanded && branches.get(own)?.state === 'loading' && branches.get(own)?.items.length === 0,
        name: node.name,
        data: { kind: 'node', node },
      });
      if (expanded) add(own, level + 1);
    }
    const rest = { level, expandable: false, expanded: false } as const;
    if (branch.state === 'failed')
      rows.push({ ...rest, id: `${id}?failed`, name: branch.error?.message ?? '', data: { kind: 'failed', parent: id, message: branch.error?.message ?? '' } });
    else if (branch.next !== undefined) rows.push({ ...rest, id: `${id}?more`, name: '', data: { kind: 'more', parent: id } });
  };
  add('', 0);
  return rows;
}
