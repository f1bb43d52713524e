import type { Route } from '@packhouse/contract/route.ts';
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
