import { expect, it } from 'vitest';
import { getNextTry, getPause, judge, readRetryAfter } from './verdict.ts';

const now = new Date('2026-01-02T03:04:05Z');
const getKind = (status: number) => judge({ response: { status, headers: {}, excerpt: '' } }, now).kind;

it('tells a receiver that fails from a message that is refused', () => {
  expect([200, 204, 299].map(getKind)).toEqual(Array(3).fill('delivered'));
  expect([301, 307, 408, 429, 500, 503, 599].map(getKind)).toEqual(Array(7).fill('receiver'));
  expect([400, 401, 404, 422, 451].map(getKind)).toEqual(Array(5).fill('refused'));
  expect(getKind(410)).toBe('gone');
});

it('leaves a receiver alone the longer the oftener it fails, a fifth more or less, and as long as it asks for', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 99].map((failures) => getPause(failures, 0, 0.5))).toEqual([5, 30, 120, 600, 1800, 3600, 3600, 3600]);
  expect([getPause(3, 0, 0), getPause(3, 0, 1)].map(Math.round)).toEqual([96, 144]);
  expect(getPause(1, 900, 0.5)).toBe(900);
  // A day without a receiver.
  let [seconds, requests] = [0, 0];
  while (seconds < 86_400) seconds += getPause(++requests, 0, 0.5);
  expect(requests).toBeLessThan(35);
});

it('reads how long a receiver wants to be left alone, an hour at most', () => {
  expect(readRetryAfter('120', now)).toBe(120);
  expect(readRetryAfter('Fri, 02 Jan 2026 03:05:05 GMT', now)).toBe(60);
  expect(readRetryAfter('86400', now)).toBe(3600);
  expect([undefined, '', 'soon', '-5', 'Fri, 02 Jan 2026 03:00:00 GMT'].map((text) => readRetryAfter(text, now))).toEqual(Array(5).fill(undefined));
});

it('tries what is refused five times within an hour', () => {
  const waits = [1, 2, 3, 4].map(getNextTry);
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBe(3600);
  expect(getNextTry(5)).toBeUndefined();
});
