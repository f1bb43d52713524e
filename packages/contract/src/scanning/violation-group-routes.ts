import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { ViolationFilter } from './violation-routes.ts';

/** What violations can have in common. */
export const groupings = ['component', 'subject', 'watch', 'policy', 'artifact'] as const;

const ViolationGroup = z.object({
  /** What they have in common; of a component its package URL, of an artifact its repository and path. */
  key: z.string(),
  /** How people call it. */
  title: z.string(),
  /** Of the worst of them. */
  severity: z.enum(severities),
  count: z.int(),
  /** How many of them a newer version mends. */
  fixable: z.int(),
  /** Filters of the list that leave these. */
  narrow: z.partialRecord(z.enum(['component', 'subject', 'watch', 'policy', 'repository', 'path']), z.string()),
});
export type ViolationGroup = z.output<typeof ViolationGroup>;

export const listViolationGroups = route('listViolationGroups', {
  summary: 'Violations in what the caller may read by what they have in common, the worst first',
  method: 'POST',
  url: `${prefixes.consoleApi}/xray/ui/violations/groups`,
  access: 'user',
  query: z.object({
    by: z.enum(groupings),
    after: z.string().max(3000).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  body: ViolationFilter.prefault({}),
  reply: z.object({ items: z.array(ViolationGroup), total: z.int(), next: z.string().nullable() }),
  status: 200,
});
