import { expect, it } from 'vitest';
import type { Refusal } from './federation-schema.ts';
import type { Receipt } from './link-call.ts';
import { joinRefusals } from './refusals.ts';

const makeReceipt = (change: Partial<Receipt>): Receipt => ({ gap: false, results: [], refused: [], skew: null, seen: [], ...change });
const make = (name: string, reason: Refusal['reason'], more: object = {}): Refusal => ({ kind: 'user', name, reason, ...more });
const nothing = { refused: [], refused_more: 0 };

it('who waits at a target is listed as long as the target says so, and what it refused until everything is sent again', () => {
  const [ann, root] = [make('ann', 'name'), make('root', 'administrator')];
  const first = joinRefusals(nothing, makeReceipt({ refused: [ann, root], waiting: { first: [ann], more: 0 } }));
  expect(first).toEqual({ refused: [root, { ...ann, kept: true }], refused_more: 0 });
  expect(joinRefusals(first, makeReceipt({ waiting: { first: [ann], more: 0 } }))).toEqual(first);
  expect(joinRefusals(first, makeReceipt({ waiting: { first: [], more: 0 } }))).toEqual({ refused: [root], refused_more: 0 });
});

it('counts those that are too many to be named', () => {
  const many = Array.from({ length: 100 }, (_, index) => make(`user-${index}`, 'name'));
  const { refused, refused_more: more } = joinRefusals(
    { refused: [make('root', 'protected')], refused_more: 0 },
    makeReceipt({ waiting: { first: many, more: 20 } }),
  );
  expect([refused.length, more]).toEqual([100, 21]);
});

it('keeps what a target of a version before refused, which does not say who waits', () => {
  const ann = make('ann', 'waits');
  expect(joinRefusals(joinRefusals(nothing, makeReceipt({ refused: [ann] })), makeReceipt({}))).toEqual({ refused: [ann], refused_more: 0 });
});
