import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { afterEach, expect, it } from 'vitest';
import { factName } from './fact-names.ts';

afterEach(() => showLanguage('en'));

it('UX-005 names the facts of formats in the language on screen, and those of publishers as they are', async () => {
  expect([factName('Architecture'), factName('Bug Tracker')]).toEqual(['Architecture', 'Bug Tracker']);
  await showLanguage('de');
  expect([factName('Architecture'), factName('Created'), factName('toString')]).toEqual(['Architektur', 'Erstellt', 'toString']);
});
