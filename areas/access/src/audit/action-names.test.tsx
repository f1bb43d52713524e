import { expect, it } from 'vitest';
import { actionName } from './action-words.ts';

declare global {
  interface ImportMeta {
    /** Texts of files that fit, by path; the test runner puts them in. */
    glob(patterns: readonly string[], options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>;
  }
}

const sources = import.meta.glob(['../../../../services/*/src/**/*.ts', '!**/*.test.ts'], { query: '?raw', import: 'default', eager: true });

it('says in words every action that a service writes into the log', () => {
  const written = Object.values(sources).flatMap((text) => [...text.matchAll(/\baction: '([a-z_-]+(?:\.[a-z_-]+)+)'/g)].map(([, action]) => action ?? ''));
  expect(written.length).toBeGreaterThan(50);
  expect([...new Set(written)].filter((action) => actionName(action) === action)).toEqual([]);
});

it.each(['created', 'updated', 'deleted', 'tested', 'tried', 'paused', 'resumed', 'redelivered', 'skipped', 'cancelled', 'past-events-sent'])(
  'says in words that a webhook was %s',
  (did) => {
    expect(actionName(`webhook.${did}`)).toMatch(/^Webhook /);
  },
);

it('leaves an action that it does not know as it is', () => {
  expect(actionName('moon.painted')).toBe('moon.painted');
  expect(actionName('both')).toBe('both');
});
