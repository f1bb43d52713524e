import { expect, it } from 'vitest';
import { readTargets } from './rules.ts';

const targets = [
  { name: 'munich', site: 'edge-1', city: 'München', country: 'DE' },
  { name: 'paris', site: 'edge-2', city: 'Paris', country: 'FR' },
];

it.each([
  [[{ site_name: '*' }], ['munich', 'paris']],
  [[{}], ['munich', 'paris']],
  [[{ site_name: 'edge-*', country_codes: ['fr'] }], ['paris']],
  [[{ site_name: 'munich' }], ['munich']],
  [[{ site_name: 'e*-*2' }], ['paris']],
  [
    [{ city_name: 'm*n' }, { country_codes: ['FR'] }],
    ['munich', 'paris'],
  ],
  [[{ site_name: 'edge' }], []],
  [[{ site_name: 'ed*dge-1' }], []],
  [[{ country_codes: ['*'], city_name: 'Paris' }], ['paris']],
])('of the rules %j', (rules, expected) => {
  expect(readTargets(rules, targets)).toEqual(expected);
});
