import { isStream } from '@packhouse/contract/route.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contractRoutes } from './contract-routes.ts';

/** Where a schema makes something anew as it reads, which cannot be undone: an answer that has it could not be given. One of several spellings may. */
function findOneWay(schema: z.ZodType): string[] {
  const found: string[] = [];
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      if (zodSchema._zod.def.type === 'transform' && !path.includes('anyOf')) found.push(path.join('.'));
    },
  });
  return found;
}

it('finds what could be read and not be written', () => {
  expect(findOneWay(z.object({ names: z.array(z.string()).transform((names) => names.sort()) }))).toEqual(['properties.names']);
});

it('describes answers that can be given', async () => {
  const routes = (await contractRoutes()).filter(({ reply }) => reply !== undefined && !isStream(reply));
  const faults = routes.flatMap(({ name, reply }) => findOneWay(reply as z.ZodType).map((part) => `${name}: ${part}`));
  expect(faults).toEqual([]);
  expect(routes.length).toBeGreaterThan(800);
});
