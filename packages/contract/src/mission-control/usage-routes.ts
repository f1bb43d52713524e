import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

/** Figures are about this period unless somebody chooses another. */
export const defaultPeriod = 'week';

export const readUsage = route('readUsage', {
  summary: 'The repositories that clients take most from',
  method: 'GET',
  url: `${prefixes.consoleMissionControl}/usage`,
  access: 'administrator',
  query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(5), period: z.enum(['day', 'week', 'month', 'year']).default(defaultPeriod) }),
  /** Bytes that went to clients. */
  reply: z.object({ items: z.array(z.object({ repository: z.string(), bytes: z.number() })) }),
});
