import { isVisible, type NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';
import { isCancelled } from './cancelled.ts';
import { paths } from './landing.ts';
import { pipelinesDetour } from './pipelines-teaser.ts';
import { releaseBundlesDetour } from './release-bundles.ts';
import { securityPaths, whyTeaser } from './security-teaser.ts';

/** Whether somebody may enter a page; if not, where they go, whether they are told, and whether what they ask of the page goes with them. */
export type Verdict = { enter: true } | { enter: false; to: string; told: boolean; withQuery?: true };

const enter: Verdict = { enter: true };
const isWithin = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

function getItem(path: string, items: readonly NavItem[]): NavItem | undefined {
  return items
    .filter((item) => isWithin(path, item.path) || item.alsoAt?.some((other) => isWithin(path, other)))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

function judgeVisitor(path: string, session: Session): Verdict {
  if (session.kind === 'nobody' && session.ended) return { enter: false, to: paths.ended, told: false };
  // The server answers them nothing here, as it does nobody.
  const isVisitor = session.kind === 'anonymous' || (session.kind === 'nobody' && session.anonymousAllowed);
  if (isVisitor && session.anonymousUiBlocked) return { enter: false, to: paths.login, told: false };
  // Who comes to the start, or from an application to be asked for access, was not refused anything yet.
  const isEntrance = path === '/' || path === '/home' || path === '/authorization';
  if (session.kind === 'nobody') return { enter: false, to: `${paths.login}?logout=true`, told: !isEntrance };
  return enter;
}

function judgeAdministration(path: string, session: Session, items: readonly NavItem[]): Verdict {
  const item = getItem(path, items);
  const open = item ? isVisible(item.requires, session) : session.administrator;
  return open ? enter : { enter: false, to: `${paths.packages}?redirect=true`, told: true };
}

/** Pages that are for those who see their menu lines, as those of administration are, though their addresses stand elsewhere. */
function isGoverning(path: string, { services }: Session): boolean {
  return isWithin(path, '/security') || (isWithin(path, '/insight/trends') && 'insight' in services);
}

/** Decides about every page inside the frame, before anything of it is drawn. */
export function judge(path: string, session: Session, items: readonly NavItem[]): Verdict {
  const visitor = judgeVisitor(path, session);
  if (!visitor.enter) return visitor;
  if (session.licenceType === 'N/A' && path !== paths.licences) return { enter: false, to: session.administrator ? paths.licences : paths.login, told: false };
  // A typed address has nowhere to stay: it leads to the start.
  if (isCancelled(path, session)) return { enter: false, to: '/', told: false };
  if (isWithin(path, '/security') && whyTeaser(session)) return { enter: false, to: securityPaths.teaser, told: false };
  const teaser = pipelinesDetour(path, session);
  if (teaser !== undefined) return { enter: false, to: teaser, told: false };
  const detour = releaseBundlesDetour(path, session);
  if (detour !== undefined) return { enter: false, to: detour, told: false, withQuery: true };
  // One's own profile lies under /admin for historical reasons; it is open to everyone who has one.
  if (path === paths.profile) return session.kind === 'user' ? enter : { enter: false, to: paths.login, told: false };
  const isAdministration = isWithin(path, '/admin') && path !== '/admin';
  return isAdministration || isGoverning(path, session) ? judgeAdministration(path, session, items) : enter;
}
