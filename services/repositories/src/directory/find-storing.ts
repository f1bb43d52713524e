import type { Context } from '../context.ts';
import type { Repository } from './directory.ts';

/** Keys of the repositories that store what some keys lead to. */
export async function findStoring({ directory }: Pick<Context, 'directory'>, keys: readonly string[]): Promise<string[]> {
  const getStoring = async (one: Repository): Promise<readonly Repository[]> => (one.class === 'virtual' ? directory.flatten(one) : [one]);
  const found = await Promise.all(keys.map((key) => directory.resolve(key)));
  const storing = await Promise.all(found.flatMap((one) => (one ? [getStoring(one.repository)] : [])));
  return [...new Set(storing.flat().map(({ key }) => key))];
}
