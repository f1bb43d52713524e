import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { getHookDomain, hookDomainNames } from '@packhouse/contract/events/hook-domains.ts';
import { afterAll, expect, it } from 'vitest';
import { domainText, domainTitle, eventText, eventTitle } from './event-words.ts';

afterAll(() => showLanguage('en'));

it.each(['en', 'de'] as const)('says every domain and event type in words: %s', async (language) => {
  await showLanguage(language);
  for (const domain of hookDomainNames) {
    expect(domainTitle(domain)).not.toBe(domain);
    expect(domainText(domain)).toMatch(/\.$/);
    for (const type of getHookDomain(domain).types) {
      expect(eventTitle(domain, type)).not.toBe(type);
      expect(eventText(domain, type)).not.toBe('');
    }
  }
});

it('leaves a domain or an event type that it does not know as it is', () => {
  expect(domainTitle('weather')).toBe('weather');
  expect(domainText('weather')).toBe('');
  expect(eventTitle('weather', 'rain')).toBe('rain');
  expect(eventText('weather', 'rain')).toBe('');
});
