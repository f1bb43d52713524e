import { call, useLiveEvents } from '@packhouse/console-kit/console-kit.ts';
import { browseTree } from '@packhouse/contract/artifact-routes.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Branch, branchesTo, branchId, placeOf, treeRows } from './tree-rows.ts';

const openKey = 'packhouse.tree.open';

function rememberedOpen(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(openKey) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set();
  }
}

/** The folder of a file or folder, as a branch's name. */
function parentBranch(repoKey: string, path: string): string {
  return branchId(repoKey, path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
}

/** What is known of the tree's folders, and how to learn more. */
function useBranches() {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map());
  const latest = useRef(branches);
  latest.current = branches;

  const write = useCallback((id: string, branch: Branch) => {
    const next = new Map(latest.current).set(id, branch);
    latest.current = next;
    setBranches(next);
  }, []);

  /** Loads a folder anew, or its next page. */
  const load = useCallback(
    async (id: string, more = false) => {
      const before = latest.current.get(id);
      if (before?.state === 'loading') return;
      const kept = before?.items ?? [];
      write(id, { items: kept, next: before?.next, state: 'loading' });
      try {
        const where = id === '' ? {} : placeOf(id);
        // A refreshed folder shows at least as much as it did.
        const limit = more ? 200 : Math.min(1000, Math.max(200, kept.length));
        const page = await call(browseTree, { body: { ...where, limit, ...(more && before?.next ? { after: before.next } : {}) } });
        write(id, { items: more ? [...kept, ...page.items] : page.items, next: page.next, state: 'ready' });
      } catch (error) {
        write(id, { items: kept, next: before?.next, state: 'failed', message: (error as Error).message });
      }
    },
    [write],
  );

  const isKnown = useCallback((id: string) => latest.current.has(id), []);
  return { branches, load, isKnown };
}

/** The tree's state: which folders are open, what is known of them; follows what happens on the server. */
export function useTree(place: { repoKey: string | undefined; path: string }) {
  const { branches, load, isKnown } = useBranches();
  const [open, setOpen] = useState(rememberedOpen);

  const toggle = useCallback(
    (id: string, expand: boolean) => {
      setOpen((now) => {
        const next = new Set(now);
        if (expand) next.add(id);
        else next.delete(id);
        sessionStorage.setItem(openKey, JSON.stringify([...next]));
        return next;
      });
      if (expand && !isKnown(id)) void load(id);
    },
    [load, isKnown],
  );

  useEffect(() => {
    void load('');
    for (const id of rememberedOpen()) void load(id);
  }, [load]);

  // The place in the address is always visible: its folders open on the way to it.
  const { repoKey, path } = place;
  useEffect(() => {
    if (repoKey === undefined) return;
    const above = branchesTo(repoKey, path).slice(0, path === '' ? 1 : -1);
    for (const id of above) toggle(id, true);
  }, [repoKey, path, toggle]);

  useLiveEvents(['artifact.', 'repository.'], (event) => {
    const repository = String(event.data.repository ?? '');
    const changed = event.type.startsWith('repository.')
      ? ['']
      : [repository, `${repository}-cache`].map((key) => parentBranch(key, String(event.data.path ?? '')));
    for (const id of changed) if (isKnown(id)) void load(id);
  });

  const rows = useMemo(() => treeRows(branches, open), [branches, open]);
  return { rows, toggle, load, rootState: branches.get('') };
}
