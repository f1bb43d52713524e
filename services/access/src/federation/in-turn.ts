import type { Context } from '../context.ts';

const turns = new WeakMap<Context['db'], Promise<unknown>>();

/**
 * Does what locks the state of the federation, in this process one after the other. In the database they would wait for each other anyway, but each on a connection of
 * its own: with as many links as there are connections none would be left for whoever has the lock, and all would wait for ever.
 */
export function inTurn<Result>({ db }: Pick<Context, 'db'>, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(db) ?? Promise.resolve()).then(work, work);
  turns.set(db, turn);
  return turn;
}
