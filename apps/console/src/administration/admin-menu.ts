import { isVisible, type NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';

/** A line of the menu: `absent` names the service that would have to run for it. */
export interface MenuLine {
  item: NavItem;
  absent: string | undefined;
}

/** Lists what somebody sees of the administration menu. What is not for them is left out; what only lacks its service stays, disabled. */
export function menuLines(items: readonly NavItem[], session: Session): MenuLine[] {
  return items
    .filter(({ sidebar }) => sidebar === 'administration')
    .flatMap((item) => {
      const { service, ...rest } = item.requires ?? {};
      if (!isVisible(rest, session)) return [];
      return [{ item, absent: service === undefined || service in session.services ? undefined : service }];
    });
}

/** A text cut at what was looked for, so that it can be marked. */
export function marked(text: string, search: string): { text: string; hit: boolean }[] {
  const words = search.trim().toLowerCase();
  const at = words ? text.toLowerCase().indexOf(words) : -1;
  if (at < 0) return [{ text, hit: false }];
  const end = at + words.length;
  return [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end), hit: false },
  ].filter((part) => part.text !== '');
}
