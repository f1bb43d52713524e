import { administrationNeeded } from '@packhouse/contract/decision-names.ts';
import type { Route } from '@packhouse/contract/route.ts';
import type { Question } from './question.ts';
import { t } from './refusal-words.ts';
import { type Action, type ResourceType, type Session, useSession } from './session.ts';

function readRefusal(route: Pick<Route, 'access'>, session: Session, action?: { on: ResourceType; action: Action }): string | undefined {
  if (route.access === 'administrator' && !session.administrator) return t('administrator');
  if (route.access === 'user' && session.kind !== 'user') return t('signIn');
  if (action && !session.administrator && !session.actions[action.on].includes(action.action))
    return session.kind === 'user' ? t('action', { action: action.action, resource: t(action.on) }) : t('signIn');
  return undefined;
}

/**
 * Why the person at the console may not make this call, in words; undefined when nothing speaks against it.
 * The server decides in the end: this only spares people a refusal that is certain.
 */
export function useRefusal(route: Pick<Route, 'access'>, action?: { on: ResourceType; action: Action }): string | undefined {
  return readRefusal(route, useSession(), action);
}

/** So much of what the server has refused lately is remembered. */
const most = 50;
/** What the server's refusals are about, by their words, under which they are shown. */
const refused = new Map<string, Question>();

/** Remembers what a refusal of the server is about, where it was one for want of a right. */
export function rememberRefusal({ message, detail }: { message: string; detail?: unknown }): void {
  const { action, resource } = (detail ?? {}) as { action?: Question['action']; resource?: { type?: Question['type']; name?: string; path?: string } };
  if (action === undefined || resource?.type === undefined) return;
  const { type, name, path } = resource;
  refused.delete(message);
  refused.set(message, { action, type, ...(name ? { name } : {}), ...(path ? { path } : {}) });
  const [oldest] = refused.keys();
  if (refused.size > most && oldest !== undefined) refused.delete(oldest);
}

const actions = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const satisfies readonly Action[];
const types = ['repository', 'build', 'releaseBundle'] as const satisfies readonly ResourceType[];

/** The question that explains a refusal, by its words: one of the server's, or one that `useRefusal` spared the way to it. Undefined for other texts. */
export function findRefusedQuestion(text: string): Question | undefined {
  const told = refused.get(text);
  if (told) return told;
  if (text === t('administrator')) return { action: administrationNeeded.action, ...administrationNeeded.resource };
  const all = types.flatMap((type) => actions.map((action) => ({ type, action })));
  return all.find(({ type, action }) => text === t('action', { action, resource: t(type) }));
}
