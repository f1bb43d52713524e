import { expect, it } from 'vitest';
import { askBehind, gatherConflicts, readPlace } from './gather-conflicts.ts';

const names = new Map([
  ['hub-id', 'Hub'],
  ['branch-id', 'Branch'],
]);
const conflict = (id: number, at: string, more: object = {}) => ({
  id,
  at,
  kind: 'user' as const,
  name: 'ben',
  register: 'profile',
  kept: { email: 'late@example.test' },
  lost: { email: 'early@example.test' },
  keptBy: 'hub-id',
  lostBy: 'Branch',
  deployment: 'hub-id',
  deploymentName: 'Hub',
  ...more,
});
const getName = (id: string) => names.get(id) ?? id;

it('lists a conflict once, though both ends noted it, with the names of whoever wrote the values; the newest first', () => {
  const found = [
    conflict(1, '2026-11-01T10:00:00.000Z'),
    conflict(4, '2026-11-01T10:00:01.000Z', { lostBy: 'branch-id', deployment: 'branch-id', deploymentName: 'Branch' }),
    conflict(2, '2026-11-01T11:00:00.000Z', { name: 'ann' }),
  ];
  const { items, next } = gatherConflicts(found, getName, { limit: 10, place: undefined });
  expect(items).toMatchObject([
    { name: 'ann', keptBy: 'Hub', lostBy: 'Branch' },
    { id: 4, name: 'ben', keptBy: 'Hub', lostBy: 'Branch', deployment: 'branch-id' },
  ]);
  expect(next).toBeNull();
});

/** What a deployment answers that is asked for what is behind a place. */
function listBehind(
  all: readonly ReturnType<typeof conflict>[],
  deployment: string,
  { before, beforeId = 0 }: { before?: string; beforeId?: number },
  limit: number,
) {
  return all
    .filter((one) => one.deployment === deployment && (before === undefined || one.at < before || (one.at === before && one.id < beforeId)))
    .toSorted((one, other) => (one.at === other.at ? other.id - one.id : one.at < other.at ? 1 : -1))
    .slice(0, limit);
}

it.each([1, 2, 3, 7])('pages of %i list all conflicts of all members one time each, though many were noted at the same moment', (limit) => {
  const all = Array.from({ length: 40 }, (_, index) =>
    conflict(1 + (index >> 1), `2026-11-01T10:00:0${index % 5}.000Z`, { name: `user-${index}`, deployment: index % 2 === 0 ? 'hub-id' : 'branch-id' }),
  );
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const place: ReturnType<typeof readPlace> | undefined = after === null ? undefined : readPlace(after);
    const found = ['hub-id', 'branch-id'].flatMap((one) => listBehind(all, one, askBehind(place, one), limit + 1));
    const page: ReturnType<typeof gatherConflicts> = gatherConflicts(found, getName, { limit, place });
    seen.push(...page.items.map(({ name }) => name));
    after = page.next;
  } while (after !== null);
  expect(seen.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
});

it('a deployment of a version before, which tells the newest again and again, does not bring back what was told', () => {
  const all = [1, 2, 3].map((id) => conflict(id, `2026-11-01T10:00:0${id}.000Z`, { name: `user-${id}` }));
  const first = gatherConflicts(all, getName, { limit: 2, place: undefined });
  const second = gatherConflicts(all, getName, { limit: 2, place: readPlace(first.next!) });
  expect([first, second].map(({ items }) => items.map(({ name }) => name))).toEqual([['user-3', 'user-2'], ['user-1']]);
  expect(second.next).toBeNull();
});

it('refuses a place that nobody told', () => {
  for (const text of ['', 'x', '2026 1 hub', '2026-11-01T10:00:00.000Z x hub'])
    expect(() => readPlace(text)).toThrow(expect.objectContaining({ reason: 'after_is_no_cursor' }));
});
