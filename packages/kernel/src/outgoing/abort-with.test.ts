import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { abortWith } from './abort-with.ts';

it('aborts a controller with a signal and for its reason, at once where that is aborted already, and leaves nothing at a signal that lives longer', () => {
  const outer = new AbortController();
  const [first, over, late] = [new AbortController(), new AbortController(), new AbortController()];
  abortWith(first, outer.signal);
  const unlink = abortWith(over, outer.signal);
  expect(getEventListeners(outer.signal, 'abort').length).toBe(2);
  unlink();
  expect(getEventListeners(outer.signal, 'abort').length).toBe(1);
  outer.abort('enough');
  expect([first.signal.reason, over.signal.aborted]).toEqual(['enough', false]);
  abortWith(late, outer.signal)();
  expect(late.signal.reason).toBe('enough');
  expect(() => abortWith(late, undefined)()).not.toThrow();
});
