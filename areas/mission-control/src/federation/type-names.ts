import { t } from './federation-words.ts';

const keys = { USERS: 'users', GROUPS: 'groups', PERMISSIONS: 'permissions', TOKENS: 'tokens' } as const;
const isKnown = (type: string): type is keyof typeof keys => Object.hasOwn(keys, type);

/** What is shared, in words; what a later version shares besides keeps its own name. */
export const nameTypes = (types: readonly string[]) => types.map((type) => (isKnown(type) ? t(keys[type]) : type)).join(', ');
