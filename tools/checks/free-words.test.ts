import { describe, expect, it } from 'vitest';
import { checkFreeWords } from './free-words.ts';

describe('sentences that stand in no table', () => {
  it.each([
    "throw new AppError('bad_request', { message: 'The body is no list' });",
    `throw new AppError('bad_request', { message: \`There is no \${name}\` });`,
    "throw new AppError('bad_request', { said: { message: 'The body is no list' } });",
    `throw new AppError('invalid_input', { detail: [{ path: 'key', message: \`is not \${one}\` }] });`,
    "throw fieldRefusal('key', { message: 'is taken' });",
    "const refuse = () => new SaidError({ message: 'It is taken' });",
  ])('finds the one in %s', (text) => {
    expect(checkFreeWords('services/access/src/a.ts', `const one = 1;\n${text}`)).toMatchObject([{ line: 2 }]);
  });

  it.each([
    "throw new AppError(accessWords.no_user, { name }, { detail: [{ path: 'name' }] });",
    "throw new AppError('bad_request', { said: { message: (error as Error).message } });",
    `throw new AppError('invalid_input', { said: { message: problems.map(({ path, message }) => \`\${path}: \${message}\`).join('; ') } });`,
    "throw new AppError('not_found'); const answer = { message: 'Published' };",
  ])('accepts %s', (text) => expect(checkFreeWords('services/access/src/a.ts', text)).toEqual([]));

  it('leaves tests alone', () => {
    expect(checkFreeWords('services/access/src/a.test.ts', "throw new AppError('bad_request', { said: { message: 'It fails' } });")).toEqual([]);
  });
});
