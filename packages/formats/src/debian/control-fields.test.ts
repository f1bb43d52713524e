import { expect, it } from 'vitest';
import { parseControl } from './control-fields.ts';

it('reads fields and their continuation lines', () => {
  expect([...parseControl('Package: hello\n# said\nDescription:  Says hello\n Long\n .\nEmpty:\n')]).toEqual([
    ['Package', 'hello'],
    ['Description', 'Says hello\n Long\n .'],
    ['Empty', ''],
  ]);
  for (const damaged of ['no colon', ': nothing', 'a b: c', ' first', '\u00e4: x']) expect(() => parseControl(damaged), damaged).toThrow('damaged');
});

it('reads a line of very many blanks', () => {
  expect(parseControl(`Package:${' '.repeat(4_000_000)}\u2028x\n`).get('Package')).toBe('x');
});
