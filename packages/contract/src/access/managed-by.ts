import { z } from 'zod';

/** The deployment that alone changes this, since it came from there; absent where it is ours. */
export const ManagedBy = z.object({
  name: z.string(),
  url: z.string(),
  /** Of a user: passwords are not sent from there, so that this one's is chosen here. */
  ownPassword: z.boolean().optional(),
});
export type ManagedBy = z.output<typeof ManagedBy>;
