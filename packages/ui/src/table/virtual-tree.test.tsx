import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type TreeRow, VirtualTree } from './data.ts';

const readRow = (at: number): TreeRow<null> => ({ id: `r${at}`, level: 0, expandable: false, expanded: false, name: `line ${at}`, data: null });
const rows = Array.from({ length: 300 }, (_, at) => readRow(at));
const tree = (shown: readonly TreeRow<null>[], selected: string) => (
  <VirtualTree label="Artifacts" rows={shown} selected={selected} render={({ name }) => name} onToggle={() => undefined} onOpen={() => undefined} />
);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('UX-001 a tree brings the line that is chosen from outside in sight as soon as it is there, once', () => {
  const scrollTo = vi.fn();
  Element.prototype.scrollTo = scrollTo as typeof Element.prototype.scrollTo;
  // Nothing has a height here by itself.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(300 * 30);
  const moved = () => scrollTo.mock.calls.map(([{ top }]) => top as number).filter((top) => top > 0);
  const { rerender } = render(tree(rows.slice(0, 100), 'r250'));
  expect(moved()).toEqual([]);
  rerender(tree(rows, 'r250'));
  const before = moved();
  expect(before.at(-1)).toBeGreaterThan(30 * 200);
  rerender(tree([...rows], 'r250'));
  expect(moved()).toEqual(before);
});
