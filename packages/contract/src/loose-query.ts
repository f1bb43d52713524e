import { z } from 'zod';

const Words = z.union([z.string(), z.array(z.string())]).optional();

/** Declares what a handler reads from the query by itself, in whatever form it comes: named for the API description, and refused never. */
export function looseQuery<const Name extends string>(...names: readonly Name[]): z.ZodObject<Record<Name, typeof Words>> {
  return z.looseObject(Object.fromEntries(names.map((name) => [name, Words])) as Record<Name, typeof Words>);
}
