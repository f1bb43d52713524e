import { sentences } from '@packhouse/contract/sentences.ts';

/** Its files are those of another format, which refuses them. */
export const refusals = sentences({});
