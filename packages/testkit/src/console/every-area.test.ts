import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const areas = new URL('../../../../areas/', import.meta.url);
const getText = (path: string) => readFileSync(new URL(path, areas), 'utf8');

/** Areas that have pages of their own; the others are mounted by pages of other areas. */
const withPages = readdirSync(areas).filter(
  (name) => existsSync(new URL(`${name}/src/area.ts`, areas)) && !/routes: \[\]/.test(getText(`${name}/src/area.ts`)),
);

it('UX-004 the screens of every area are examined', () => {
  expect(withPages.length).toBeGreaterThan(4);
  const left = withPages.filter((name) => {
    const test = `${name}/src/screens.test.tsx`;
    return !existsSync(new URL(test, areas)) || !/examineScreens\(\{\s*routes: area\.routes/.test(getText(test));
  });
  expect(left).toEqual([]);
});
