import { z } from 'zod';
import { formatIds } from './repositories/format-ids.ts';

/** Addresses that the quick start proposes for remote repositories of a format, as the configuration may set them. */
export const ProposedUpstreams = z.partialRecord(z.enum(formatIds), z.url({ protocol: /^https?$/ }));
