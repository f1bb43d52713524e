import type { Context } from '../context.ts';

/** Keys of the repositories that store what some keys lead to. */
export async function findStoring({ directory }: Pick<Context, 'directory'>, keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(keys.map((key) => directory.resolve(key)));
  const storing = await Promise.all(
    found.map((one) => (one?.repository.class === 'virtual' ? directory.flatten(one.repository) : one ? [one.repository] : [])),
  );
  return [...new Set(storing.flat().map(({ key }) => key))];
}
