import { expect, it } from 'vitest';
import { checkRequirementIds, readRequirementIds } from './requirement-ids.ts';

const known = readRequirementIds('# Ids\n\n- SHELL-016: an area that is lost\n- SHELL-017: calls once\n- SHELL-018:\n');

it('reads the ids of the page that say something', () => {
  expect([...known]).toEqual(['SHELL-016', 'SHELL-017']);
});

it.each([
  [`it('SHELL-018 waits', () => {});`, 'SHELL-018'],
  [`describe(\`SHELL-016 SHELL-099 the \${name}\`, () => {});`, 'SHELL-099'],
  [`it.each([['ADMIN-001, SHELL-016', 1]])('%s', () => {});`, 'ADMIN-001'],
])('refuses a title with an id that the page does not have: %s', (text, name) => {
  expect(checkRequirementIds('areas/access/src/a.test.tsx', `\n${text}`, known)).toEqual([
    { file: 'areas/access/src/a.test.tsx', line: 2, message: `${name} has no line in docs/requirement-ids.md` },
  ]);
});

it.each([
  ['areas/access/src/a.test.tsx', `it('SHELL-016 SHELL-017 waits', () => {});\nit('says CVE-2024-0001', () => {});\nconst hash = 'SHA-256';`],
  ['areas/access/src/a.ts', `const text = 'SHELL-099';`],
])('accepts in %s: %s', (file, text) => {
  expect(checkRequirementIds(file, text, known)).toEqual([]);
});
