import { expect, it } from 'vitest';
import { findProblem, getBody, newDraft, newPair, type WebhookDraft } from './webhook-draft.ts';

const draft: WebhookDraft = { ...newDraft, key: 'ci', events: ['deployed'], url: 'https://hooks.example.org' };

it('HOOK-018 leaves out a header in which nothing was typed, and asks for the other half of one that has a half', () => {
  const empty = { ...draft, headers: [newPair(), newPair({ name: 'X-Team', value: 'storefront' })] };
  expect(getBody(empty).handlers).toMatchObject([{ custom_http_headers: [{ name: 'X-Team', value: 'storefront' }] }]);
  expect(findProblem(empty, 'headers')).toBeUndefined();
  for (const half of [newPair({ name: 'X-Team', value: '' }), newPair({ name: '', value: 'storefront' })])
    expect(findProblem({ ...draft, headers: [half] }, 'headers')).toBe('Header must contain name and value');
});
