import { z } from 'zod';

/** Largest page a list answers with. */
const maxPageSize = 500;

/** Every list takes this: words to look for, where to go on, how many. `after` is the `next` of the page before. */
export const PageQuery = z.object({
  search: z.string().trim().max(200).optional(),
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
});

/** One page of a list: `next` goes on after the last item and is null on the last page; `total` counts all that match. */
export function getPage<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.number().int(), next: z.string().nullable() });
}

/** A moment, in ISO 8601 with the zone. */
export const Timestamp = z.iso.datetime({ offset: true });
