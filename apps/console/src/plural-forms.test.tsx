import { catalogue, showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { afterAll, expect, it } from 'vitest';

const { t } = catalogue({
  held: {
    en: '{files} {files|file|files} of {users} {users|user|users}',
    de: '{files} {files|Datei|Dateien} von {users} {users|Benutzer|Benutzern}',
  },
});

afterAll(() => showLanguage('en'));

it('changes the words after each number of a text, in the language on screen', async () => {
  expect([t('held', { files: 1, users: 2 }), t('held', { files: 1200, users: 1 })]).toEqual(['1 file of 2 users', '1,200 files of 1 user']);
  await showLanguage('de');
  expect([t('held', { files: 1, users: 2 }), t('held', { files: 0, users: 1 })]).toEqual(['1 Datei von 2 Benutzern', '0 Dateien von 1 Benutzer']);
});
