import type { Said } from '@packhouse/contract/sentences.ts';
import type { ColumnType } from 'kysely';

type Origin = Pick<Said, 'reason' | 'values'>;

/** A column beside English words that keeps what they are made of; null for words from elsewhere. */
export interface SaidColumn {
  said: ColumnType<Origin | null, string | null | undefined, string | null>;
}

/** Two columns that keep something said. */
export interface SaidColumns extends SaidColumn {
  message: string | null;
}

/** Gives what goes into the column beside the words. */
export function getOrigin({ reason, values }: Said): string | null {
  return reason === undefined ? null : JSON.stringify({ reason, values });
}

/** Gives what goes into the two columns. */
export function keepSaid(said: Said | null): { message: string | null; said: string | null } {
  return said === null ? { message: null, said: null } : { message: said.message, said: getOrigin(said) };
}

type SaidRow = { message: string | null; said: Origin | null };

/** Gives what the two columns of a row say, or undefined where nothing was said. */
export function findSaid({ message, said }: SaidRow): Said | undefined {
  return message === null ? undefined : { message, ...said };
}

/** Gives what the two columns of a row say; nothing where nothing was said. */
export function tellSaid({ message, said }: SaidRow): Said | Record<string, never> {
  return message === null ? {} : { message, ...said };
}
