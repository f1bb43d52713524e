import { expect, it } from 'vitest';
import { parsePropertyText } from '../compatible/property-text.ts';
import { requestPath } from './request-path.ts';

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

it.each(names)('takes the parameter %s of a path for a property like any other', (name) => {
  const { path, properties } = requestPath(`/artifactory/libs/a.txt;${name}=1;${name}=2;b=3`, 2);
  expect([path, Object.entries(properties)]).toEqual([
    'a.txt',
    [
      [name, ['1', '2']],
      ['b', ['3']],
    ],
  ]);
});

it.each(names)('takes %s in a text for a property like any other', (name) => {
  expect(Object.entries(parsePropertyText(`${name}=1,2;b=3`))).toEqual([
    [name, ['1', '2']],
    ['b', ['3']],
  ]);
});
