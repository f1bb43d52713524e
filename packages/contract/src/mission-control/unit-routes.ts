import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { deploymentStatuses } from './deployment-statuses.ts';

const units = `${prefixes.consoleMissionControl}/units`;

/** A platform deployment that mission control knows: this one, called home, or another. */
export const Unit = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  home: z.boolean(),
  status: z.enum(deploymentStatuses),
  /** It has been like this since then. */
  since: Timestamp,
});
export type Unit = z.output<typeof Unit>;

export const listUnits = route('listUnits', {
  summary: 'The platform deployments that mission control knows, home first',
  method: 'GET',
  url: units,
  access: 'administrator',
  reply: z.object({ items: z.array(Unit) }),
});
