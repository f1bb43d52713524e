import { z } from 'zod';

/** Sources of advisories by which something was judged, and when each was last known to be as its publisher has it; none: it is not judged. */
export const JudgedBy = z.array(z.object({ name: z.string(), at: z.iso.datetime() }));
export type JudgedBy = z.output<typeof JudgedBy>;
