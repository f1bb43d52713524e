import { expect, it } from 'vitest';
import { AppError, envelope, fieldRefusal, namedFieldRefusal, saidBy } from './errors.ts';
import { fill, say, sentences } from './sentences.ts';

const words = sentences({
  nobody: { code: 'not_found', en: 'There is nobody called {name}', de: 'Niemand heißt {name}' },
  refused: { code: 'conflict', en: 'Refused by {name}: {why}', de: '{name} lehnt ab: {why}' },
  files: { en: '{count} {count|file is|files are} in {place}', de: '{count} {count|Datei ist|Dateien sind} in {place}' },
  query: { en: 'Write {"name": "{name}"} or {0}', de: 'Schreiben Sie {"name": "{name}"} oder {0}' },
});

it('says a sentence in English, with what it is made of', () => {
  expect(say(words.nobody, { name: 'ann' })).toEqual({ message: 'There is nobody called ann', reason: 'nobody', values: { name: 'ann' } });
  expect(say(words.query, { name: 'a {name}' }).message).toBe('Write {"name": "a {name}"} or {0}');
});

it('says of one thing what is said of one, in both languages', () => {
  const texts = [1, 2, 0, '1'].map((count) => say(words.files, { count, place: 'libs' }));
  expect(texts.map(({ message }) => message)).toEqual(['1 file is in libs', '2 files are in libs', '0 files are in libs', '1 file is in libs']);
  expect(texts.slice(0, 2).map(({ values }) => fill(words.files.de, values))).toEqual(['1 Datei ist in libs', '2 Dateien sind in libs']);
});

it('says a sentence within a sentence in the same language', () => {
  const { message, values } = say(words.refused, { name: 'bob', why: say(words.nobody, { name: 'ann' }) });
  expect(message).toBe('Refused by bob: There is nobody called ann');
  expect(fill(words.refused.de, values, (said) => fill(words.nobody.de, said.values))).toBe('bob lehnt ab: Niemand heißt ann');
});

it('answers a refusal with the code of its sentence, its reason and its values', () => {
  expect(envelope(new AppError(words.nobody, { name: 'ann' }, { detail: { at: 1 } }), 'request').errors).toEqual([
    {
      status: 404,
      code: 'not_found',
      message: 'There is nobody called ann',
      reason: 'nobody',
      values: { name: 'ann' },
      detail: { at: 1 },
      requestId: 'request',
    },
  ]);
  expect(envelope(new AppError('not_found')).errors).toEqual([{ status: 404, code: 'not_found', message: 'There is nothing here' }]);
  expect(new AppError(words.nobody, { name: 'ann' }, { code: 'forbidden' }).status).toBe(403);
});

it('passes on what another error said', () => {
  const first = new AppError(words.nobody, { name: 'ann' });
  expect(new AppError('conflict', { said: saidBy(first) })).toMatchObject({ status: 409, message: first.message, reason: 'nobody' });
  expect(saidBy(Object.assign(new Error('broken'), { reason: 'of its own' }))).toEqual({ message: 'broken' });
});

it('refuses a field in its own words, or naming it', () => {
  const said = say(words.nobody, { name: 'ann' });
  expect(fieldRefusal('user', said)).toMatchObject({ code: 'invalid_input', message: said.message, detail: [{ path: 'user', ...said }] });
  expect(namedFieldRefusal('user', said)).toMatchObject({ code: 'invalid_input', message: `user: ${said.message}`, detail: [{ path: 'user', ...said }] });
});
