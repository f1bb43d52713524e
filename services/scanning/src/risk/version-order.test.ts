import type { KnownVersion } from '@packhouse/peers/package-contents.ts';
import { expect, it } from 'vitest';
import { orderVersions } from './version-order.ts';

const makeVersion = (version: string, day: number, more: Partial<KnownVersion> = {}): KnownVersion => ({
  repository: 'js',
  version,
  at: new Date(day * 86_400_000),
  deprecated: null,
  yanked: false,
  ...more,
});

function tell(versions: readonly KnownVersion[]): Record<string, [number, string | undefined]> {
  const order = orderVersions('npm', versions);
  return Object.fromEntries(
    order.all.map((one) => {
      const { count, latest } = order.newerThan(one);
      return [one.version, [count, latest?.version]];
    }),
  );
}

it('counts what is newer by the order of the ecosystem, whenever it came, and leaves out what was taken back', () => {
  const given = [makeVersion('2.0.0', 1), makeVersion('1.0.0', 3), makeVersion('10.0.0', 2, { yanked: true }), makeVersion('1.0.0-beta', 4)];
  expect(tell(given)).toEqual({ '2.0.0': [0, undefined], '1.0.0': [1, '2.0.0'], '10.0.0': [0, undefined], '1.0.0-beta': [2, '2.0.0'] });
});

it('takes versions for equal that differ in their build only', () => {
  expect(tell([makeVersion('1.0.0+a', 1), makeVersion('1.0.0+b', 2), makeVersion('0.9.0', 3)])).toEqual({
    '1.0.0+a': [0, undefined],
    '1.0.0+b': [0, undefined],
    '0.9.0': [2, '1.0.0+a'],
  });
});

it('orders what is no version of the ecosystem by when it came', () => {
  const given = [makeVersion('first', 1), makeVersion('second', 2), makeVersion('1.0.0', 3), makeVersion('third', 4), makeVersion('2.0.0', 5)];
  expect(tell(given)).toEqual({
    first: [4, '2.0.0'],
    second: [3, '2.0.0'],
    '1.0.0': [2, '2.0.0'],
    third: [1, '2.0.0'],
    '2.0.0': [0, undefined],
  });
});

it('knows a version as it was first here, and what any repository says of its end', () => {
  const order = orderVersions('npm', [
    makeVersion('1.0.0', 5, { deprecated: 'gone' }),
    makeVersion('1.0.0', 2, { repository: 'other' }),
    makeVersion('1.1.0', 3),
  ]);
  expect(order.find('1.0.0')).toMatchObject({ repository: 'other', at: new Date(2 * 86_400_000), deprecated: 'gone' });
  expect([order.all.length, order.oldest, order.newest]).toEqual([2, 2 * 86_400_000, 3 * 86_400_000]);
  expect(order.find('9.9.9')).toBeUndefined();
});

it('tells of the highest of thousands', () => {
  const many = Array.from({ length: 5000 }, (_, index) => makeVersion(`1.${index}.0`, index));
  const order = orderVersions('npm', many);
  expect(order.all.map((one) => order.newerThan(one).count)).toEqual(many.map((_, index) => 4999 - index));
});
