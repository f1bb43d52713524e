import { AppError } from '@packhouse/contract/errors.ts';
import type { ChangeTransaction } from '../audit/change.ts';
import { administratorRemains, lockAdministrators } from './administrators-queries.ts';

/** Makes a change that may take administrators away, and undoes it with `last_administrator` when nobody is left who can sign in and administer. */
export async function keepingAdministrator<T>(transaction: ChangeTransaction, work: () => Promise<T>): Promise<T> {
  await lockAdministrators(transaction);
  const result = await work();
  if (!(await administratorRemains(transaction))) throw new AppError('last_administrator');
  return result;
}

/** Makes a change that may take administrators away without anybody having asked for that; `undo` takes it back when nobody would be left. */
export async function unlessLastAdministrator(transaction: ChangeTransaction, work: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  await lockAdministrators(transaction);
  await work();
  if (!(await administratorRemains(transaction))) await undo();
}
