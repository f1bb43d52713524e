import { sentences } from '@packhouse/contract/sentences.ts';

/** Plain files are taken as they are. */
export const refusals = sentences({});
