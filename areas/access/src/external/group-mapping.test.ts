import { expect, it } from 'vitest';
import { linesOf, mappingOf } from './group-mapping.ts';

it('reads what it writes, names with = in them too', () => {
  const mapping = { 'cn=Dev,dc=org': 'developers', ops: 'operations' };
  expect(mappingOf(linesOf(mapping))).toEqual(mapping);
  expect(mappingOf(' \n')).toEqual({});
});

it('names the first line that is not understood', () => {
  expect(mappingOf('a = b\nnonsense')).toBe(2);
  expect(mappingOf('= b')).toBe(1);
});
