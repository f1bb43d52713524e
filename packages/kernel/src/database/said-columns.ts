import type { Said } from '@packhouse/contract/sentences.ts';
import type { ColumnType } from 'kysely';

type Origin = Pick<Said, 'reason' | 'values'>;

/** Two columns that keep something said: the English words, and as JSON what they are made of; none for words from elsewhere. */
export interface SaidColumns {
  message: string | null;
  said: ColumnType<Origin | null, string | null | undefined, string | null>;
}

/** What goes into the two columns. */
export function keepSaid(said: Said | null): { message: string | null; said: string | null } {
  if (said === null) return { message: null, said: null };
  const { message, reason, values } = said;
  return { message, said: reason === undefined ? null : JSON.stringify({ reason, values }) };
}

/** What the two columns of a row say; nothing where nothing was said. */
export function tellSaid({ message, said }: { message: string | null; said: Origin | null }): Said | Record<string, never> {
  return message === null ? {} : { message, ...said };
}
