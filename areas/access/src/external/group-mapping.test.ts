import { expect, it } from 'vitest';
import { getMapping, readLines } from './group-mapping.ts';

it('reads what it writes, names with = in them too', () => {
  const mapping = { 'cn=Dev,dc=org': 'developers', ops: 'operations' };
  expect(getMapping(readLines(mapping))).toEqual(mapping);
  expect(getMapping(' \n')).toEqual({});
});

it('names the first line that is not understood', () => {
  expect(getMapping('a = b\nnonsense')).toBe(2);
  expect(getMapping('= b')).toBe(1);
});
