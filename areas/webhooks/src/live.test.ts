import { afterEach, expect, it, vi } from 'vitest';
import { followAny } from './live.ts';

afterEach(() => vi.useRealTimers());

it('follows a message of any webhook while it is being sent or has just become due, and not one that waits for a receiver', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T10:00:00Z') });
  const createdAt = '2026-01-01T09:59:50Z';
  expect(followAny({ state: 'sending', createdAt })).toBe(2000);
  expect(followAny({ state: 'waiting', createdAt })).toBe(2000);
  expect(followAny({ state: 'waiting', createdAt, nextTryAt: '2026-01-01T10:05:00Z' })).toBe(false);
  expect(followAny({ state: 'waiting', createdAt, nextTryAt: '2026-01-01T09:50:00Z' })).toBe(false);
  expect(followAny({ state: 'delivered', createdAt })).toBe(false);
});
