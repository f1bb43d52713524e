import { sentences } from '../sentences.ts';

/** This is said about figures over time. */
export const insightWords = sentences({
  no_unit: { code: 'not_found', en: 'There is no platform deployment {unit}', de: 'Es gibt keine Plattform-Installation {unit}' },
});
