import { t } from './permissions-words.ts';

/** Names that stand for all of a kind, as the API writes them. */
export type WideName = 'ANY' | 'ANY LOCAL' | 'ANY REMOTE';

const isWide = (name: string): name is WideName => name === 'ANY' || name === 'ANY LOCAL' || name === 'ANY REMOTE';

/** A name of a section as people read it: what stands for all of a kind is said in words. */
export const shownName = (name: string): string => (isWide(name) ? t(`name_${name}`) : name);
