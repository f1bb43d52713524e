import { z } from 'zod';

/** What the support of a release cycle has come to: nothing is mended any more, soon nothing will be, or only what harms is. */
const supportStates = ['ended', 'ending', 'limited'] as const;

/** A version, or something that an image is made of, that is not wholly supported. */
export const Support = z.object({
  /** What belongs to the cycle: the version itself, the distribution or a runtime of an image, the image it was built on, or a package in it. */
  what: z.enum(['version', 'distribution', 'runtime', 'base', 'component']),
  product: z.string(),
  cycle: z.string(),
  version: z.string(),
  state: z.enum(supportStates),
  /** Since when, or until when; null where that is not said. */
  day: z.iso.date().nullable(),
});
export type Support = z.output<typeof Support>;
