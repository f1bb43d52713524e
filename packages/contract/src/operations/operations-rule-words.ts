import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of support bundles. */
export const operationsRules = sentences({
  name_bundle: { en: 'Give the bundle a name', de: 'Geben Sie dem Paket einen Namen' },
  use_0_to_10: { en: 'Use a number from 0 to 10', de: 'Verwenden Sie eine Zahl von 0 bis 10' },
  use_0_to_10000: { en: 'Use a number from 0 to 10000', de: 'Verwenden Sie eine Zahl von 0 bis 10000' },
});
