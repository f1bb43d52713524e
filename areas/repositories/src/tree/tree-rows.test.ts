import type { TreeNode } from '@packhouse/contract/repositories/artifact-routes.ts';
import { describe, expect, it } from 'vitest';
import { type Branch, branchesTo, branchId, getPlace, treeRows } from './tree-rows.ts';

const node = (kind: TreeNode['kind'], repoKey: string, path: string): TreeNode => ({ kind, repoKey, path, name: path.split('/').at(-1) || repoKey });
const ready = (items: TreeNode[], next?: string): Branch => ({ items, state: 'ready', next });

describe('the lines of the repository tree', () => {
  it('names the branches on the way to a place', () => {
    expect(branchesTo('npm', 'a/b')).toEqual(['npm/', 'npm/a', 'npm/a/b']);
    expect(branchesTo('npm', '')).toEqual(['npm/']);
    expect(getPlace(branchId('npm', 'a/b'))).toEqual({ repoKey: 'npm', path: 'a/b' });
  });

  it('shows what is in open folders below them, with a line for what is not loaded', () => {
    const branches = new Map([
      ['', ready([node('repository', 'npm', ''), node('repository', 'other', '')])],
      ['npm/', ready([node('folder', 'npm', 'a'), node('file', 'npm', 'x.txt')], 'f:x.txt')],
      ['npm/a', ready([node('file', 'npm', 'a/1.txt')])],
    ]);
    const lines = (open: string[]) => treeRows(branches, new Set(open)).map(({ id, level }) => `${level} ${id}`);
    expect(lines([])).toEqual(['0 npm/', '0 other/']);
    expect(lines(['npm/', 'npm/a'])).toEqual(['0 npm/', '1 npm/a', '2 npm/a/1.txt', '1 npm/x.txt', '1 npm/?more', '0 other/']);
    expect(lines(['npm/a'])).toEqual(['0 npm/', '0 other/']);
  });

  it('says in its place that a folder could not be read', () => {
    const branches = new Map<string, Branch>([
      ['', ready([node('repository', 'npm', '')])],
      ['npm/', { items: [], state: 'failed', error: new Error('offline') }],
    ]);
    expect(treeRows(branches, new Set(['npm/'])).at(-1)).toMatchObject({ level: 1, data: { kind: 'failed', parent: 'npm/', message: 'offline' } });
  });
});
