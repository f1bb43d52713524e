import { z } from 'zod';

/** The deployment that alone changes this, since it came from there; absent where it is ours. */
export const ManagedBy = z.object({ name: z.string(), url: z.string() });
export type ManagedBy = z.output<typeof ManagedBy>;
