import { call, inTurn, useLiveEvents, useLiveGap } from '@packhouse/console-kit/console-kit.ts';
import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Branch, branchesTo, getPlace, treeRows } from './tree-rows.ts';

const openKey = 'packhouse.tree.open';

function rememberedOpen(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(openKey) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set();
  }
}

type Listed = Pick<Branch, 'items' | 'next'>;

const ask = (id: string, limit: number, after?: string) =>
  call(browseTree, { body: { ...(id === '' ? {} : getPlace(id)), limit, ...(after === undefined ? {} : { after }) } });

async function nextPage(id: string, { items = [], next }: Partial<Listed> = {}): Promise<Listed> {
  const page = await ask(id, 1000, next);
  return { items: [...items, ...page.items], next: page.next };
}

/** A folder as it is now, at least as much of it as was shown, so that what is in sight stays there. */
async function pagesAnew(id: string, shown: number): Promise<Listed> {
  const first = await ask(id, Math.min(1000, Math.max(200, shown)));
  const items = [...first.items];
  let { next } = first;
  while (next && items.length < shown) {
    const page = await ask(id, 1000, next);
    items.push(...page.items);
    next = page.next;
  }
  return { items, next };
}

/** Tells what is known of the tree's folders, and how to learn more. */
function useBranches() {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map());
  const latest = useRef(branches);
  latest.current = branches;

  /** Folders that changed while they were being loaded. */
  const again = useRef(new Set<string>());

  const write = useCallback((id: string, branch: Branch) => {
    const next = new Map(latest.current).set(id, branch);
    latest.current = next;
    setBranches(next);
  }, []);

  /** Loads a folder anew, or its next page. */
  const load = useCallback(
    async function loadBranch(id: string, more = false): Promise<void> {
      const before = latest.current.get(id);
      if (before?.state === 'loading') {
        if (!more) again.current.add(id);
        return;
      }
      const kept = before?.items ?? [];
      write(id, { items: kept, next: before?.next, state: 'loading' });
      try {
        write(id, { ...(more ? await nextPage(id, before) : await pagesAnew(id, kept.length)), state: 'ready' });
      } catch (error) {
        write(id, { items: kept, next: before?.next, state: 'failed', error: error as Error });
      }
      if (again.current.delete(id)) await loadBranch(id);
    },
    [write],
  );

  const isKnown = useCallback((id: string) => latest.current.has(id), []);
  const known = useCallback(() => [...latest.current.keys()], []);
  return { branches, load, isKnown, known };
}

/** The innermost folder on screen in which an event shows; a file in a new folder shows where the folder appears. */
function findBranch(repository: string, path: string, isKnown: (id: string) => boolean): string | undefined {
  const above = branchesTo(repository, path).slice(0, path === '' ? 1 : -1);
  return above.findLast(isKnown);
}

/** Loads what is on screen again when something happens there; a storm of events loads each folder a few times. */
function useLiveBranches({ load, isKnown, known }: Pick<ReturnType<typeof useBranches>, 'load' | 'isKnown' | 'known'>): void {
  const changed = useRef(new Set<string>());
  const loading = useMemo(
    () =>
      inTurn(async () => {
        const ids = [...changed.current];
        changed.current.clear();
        await Promise.all(ids.map((id) => load(id)));
      }),
    [load],
  );
  useEffect(() => loading.stop, [loading]);
  const ask = (ids: readonly string[]) => {
    for (const id of ids) changed.current.add(id);
    if (ids.length > 0) loading.ask();
  };
  useLiveEvents(['artifact.', 'folder.', 'repository.'], (event) => {
    const repository = String(event.data.repository ?? '');
    const path = String(event.data.path ?? '');
    const ids = event.type.startsWith('repository.') ? [''] : [repository, `${repository}-cache`].map((key) => findBranch(key, path, isKnown));
    ask(ids.filter((id) => id !== undefined && isKnown(id)) as string[]);
  });
  useLiveGap(() => ask(known()));
}

/** The tree's state: which folders are open, what is known of them; follows what happens on the server. */
export function useTree(place: { repoKey: string | undefined; path: string }) {
  const { branches, load, isKnown, known } = useBranches();
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

  useLiveBranches({ known, load, isKnown });

  const rows = useMemo(() => treeRows(branches, open), [branches, open]);
  return { rows, toggle, load, rootState: branches.get('') };
}
