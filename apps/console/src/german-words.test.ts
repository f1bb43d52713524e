import { expect, it } from 'vitest';
import { inGerman } from './german-words.ts';

it('UX-005 says what a format refuses in German', () => {
  expect(inGerman({ message: 'The YAML has a key twice: a', reason: 'yaml_key_twice', values: { key: 'a' } })).toBe('Das YAML hat einen Schlüssel zweimal: a');
  const values = { name: { message: 'no name', reason: 'metadata_without_name' }, version: '1.0', package: 'a', expected: '1.0' };
  const said = { message: 'The metadata says no name 1.0, not a 1.0', reason: 'metadata_says_other', values };
  expect(inGerman(said)).toBe('Die Metadaten nennen keinen Namen 1.0, nicht a 1.0');
});
