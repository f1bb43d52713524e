import { z } from 'zod';

/** Something said in an answer: English words, and what they are made of, so that a reader's own language can be put in their place. */
export const Said = z
  .object({
    message: z.string(),
    reason: z.string().optional(),
    get values() {
      return SaidValues.optional();
    },
  })
  .meta({ id: 'Said' });

const SaidValues = z.record(z.string(), z.union([z.string(), z.number(), Said])).meta({ id: 'SaidValues' });
