import { expect, it } from 'vitest';
import { checkConstantReaders, constantsFile } from './constant-readers.ts';

const check = (file: string, text: string) => checkConstantReaders(['cardSize'], [{ file, text }]).map(({ message }) => message);

it('finds constants that nothing reads', () => {
  const unread = ['nothing reads the constant cardSize: use it where its thing is, or take it away'];
  expect(check('a.ts', 'const width = 204;')).toEqual(unread);
  expect(check('a.ts', 'constants.cardSizes')).toEqual(unread);
  expect(check('a.ts', 'const { cardSizes } = constants;')).toEqual(unread);
  expect(check('a.ts', 'const width = constants.cardSize.width;')).toEqual([]);
  expect(check('a.ts', 'export const { cardSize, other } = constants;')).toEqual([]);
});

it('takes neither tests nor the table itself for readers', () => {
  expect(check('a.test.ts', 'constants.cardSize')).toHaveLength(1);
  expect(check(constantsFile, 'constants.cardSize')).toHaveLength(1);
});
