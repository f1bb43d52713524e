import { expect, it } from 'vitest';
import { everythingSaid } from './said.ts';

const said = (texts: Record<string, string>) =>
  everythingSaid(new Map(Object.entries(texts)))
    .map(({ sentence }) => sentence)
    .sort();

it('finds sentences in refusals, in problems of fields and in rules of schemas, with their values left out', () => {
  const text = `
    export function find(key: string, n: number) {
      if (n === 1) throw new AppError('not_found', { message: \`There is no proxy \${key.trim()}\` });
      if (n === 2) throw new AppError('invalid_input', { detail: [{ path: 'key', message: 'Choose ' + 'another' }] });
      return z.string().min(1, 'Enter a name').refine(fits, { error: 'It does not fit' });
    }
    const summary = 'Nothing of this is said';`;
  expect(said({ 'a.ts': text })).toEqual(['Choose another', 'Enter a name', 'It does not fit', 'There is no proxy {}']);
});

it('finds the words of the errors of a service', () => {
  const text = `
    class Unreadable extends Error { override name = 'Unreadable'; }
    const read = (what: string) => { throw new Unreadable(\`\${what} is damaged\`, { cause: new Error('a detail for the log') }); };`;
  expect(said({ 'services/a.ts': text, 'packages/b.ts': text.replace('is damaged', 'cannot be read').replaceAll('Unreadable', 'Unfit') })).toEqual([
    '{} is damaged',
  ]);
});

it('tells apart what a condition chooses', () => {
  const text = `
    function refuse(users: string[], proxy?: string) {
      const through = proxy === undefined ? '' : \` through \${proxy}\`;
      throw new AppError('in_use', { message: \`\${users} use\${users.length === 1 ? 's' : ''} it\${through}\` });
    }`;
  expect(said({ 'a.ts': text })).toEqual(['{} use it', '{} use it through {}', '{} uses it', '{} uses it through {}']);
});

it('follows words through functions, constructors, constants and files', () => {
  const refuse = `
    export class Refusal extends AppError { constructor(at: number, why: string) { super('bad_request', { message: \`Line \${at}: \${why}\` }); } }
    export const refuse = (code: string, { words }: { words: string }) => new AppError(code, { message: words });
    export function objection(key: string) { return key === '' ? 'Enter a key' : \`\${key} is taken\`; }`;
  const user = `
    import { objection as objectionTo, Refusal, refuse } from './refuse.ts';
    const texts = { full: 'The place is full' };
    function read(kind: string, key: string) {
      const problem = objectionTo(key);
      if (problem) throw refuse('invalid_input', { words: problem });
      if (kind) throw refuse('conflict', { words: texts[kind] });
      throw new Refusal(3, 'the word is not known');
    }
    const other = speak('This is said to nobody');`;
  expect(said({ 'room/refuse.ts': refuse, 'room/user.ts': user })).toEqual([
    'Enter a key',
    'Line {}: {}',
    'The place is full',
    'the word is not known',
    '{} is taken',
  ]);
});
