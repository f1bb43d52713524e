import type { NavItem, Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { useState } from 'react';

/** Lines that stand under one heading. */
export interface Group {
  /** The same in every language. */
  id: string;
  title: string | undefined;
  items: NavItem[];
}

/** The lines under their headings; a group stands where its first line does. */
export function grouped(items: readonly NavItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const id = item.group?.en ?? '';
    const group = groups.find((one) => one.id === id);
    if (group) group.items.push(item);
    else groups.push({ id, title: item.group && labelText(item.group), items: [item] });
  }
  return groups;
}

export function isCurrent({ path, alsoAt = [] }: NavItem, at: string): boolean {
  return [path, ...alsoAt].some((beginning) => at === beginning || at.startsWith(`${beginning}/`));
}

/** Says how well a line fits what somebody looks for; 0 says not at all. Found in both languages, by its name, its group, and what it is called elsewhere. */
function measureFit({ label, group, finds }: NavItem, words: string): number {
  const has = (texts: object | undefined, test: (text: string) => boolean) =>
    Object.values(texts ?? {}).some((text) => typeof text === 'string' && test(text.toLowerCase()));
  if (has(label, (text) => text.startsWith(words))) return 4;
  if (has(label, (text) => text.includes(words))) return 3;
  if (has(finds, (text) => text.includes(words))) return 2;
  return has(group, (text) => text.includes(words)) ? 1 : 0;
}

/** The lines that fit, the best first. */
export function findLines(items: readonly NavItem[], search: string): NavItem[] {
  const words = search.trim().toLowerCase();
  return items
    .map((item) => ({ item, fits: measureFit(item, words) }))
    .filter(({ fits }) => fits > 0)
    .sort((one, other) => other.fits - one.fits)
    .map(({ item }) => item);
}

type Folds = Readonly<Record<string, boolean>>;

function readFolds(key: string): Folds {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Folds;
  } catch {
    return {};
  }
}

/**
 * Which groups are open. What somebody opened or folded stays so, in this browser, for them; until then administration shows only the group of the
 * current page, since it has more lines than fit, and the other sidebars show all.
 */
export function useFolds(user: string, sidebar: Sidebar) {
  const key = `packhouse.rail.groups.${user}`;
  const [held, setHeld] = useState({ key, folds: readFolds(key) });
  const folds = held.key === key ? held.folds : readFolds(key);
  const getName = ({ id }: Group) => `${sidebar} ${id}`;
  const isOpen = (group: Group, current: NavItem | undefined) =>
    folds[getName(group)] ?? (sidebar !== 'administration' || (current !== undefined && group.items.includes(current)));
  const setOpen = (group: Group, open: boolean) => {
    const next = { ...folds, [getName(group)]: open };
    localStorage.setItem(key, JSON.stringify(next));
    setHeld({ key, folds: next });
  };
  return { isOpen, setOpen };
}
