import type { Session } from '@packhouse/console-kit/session/session.ts';

const key = 'packhouse.interface';

/** The interface chosen last; unified until one was. */
export function rememberedInterface(): Session['interface'] {
  return localStorage.getItem(key) === 'classic' ? 'classic' : 'unified';
}

export function rememberInterface(choice: Session['interface']): void {
  localStorage.setItem(key, choice);
}
