import { sentences } from '@packhouse/contract/sentences.ts';

/** The engine of container registries refuses for it. */
export const refusals = sentences({});
