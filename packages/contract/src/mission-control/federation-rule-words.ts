import { sentences } from '../sentences.ts';

/** What forms say of federations. */
export const federationRules = sentences({
  federation_choose_entity: { en: 'Please select at least one entity to sync', de: 'Wählen Sie mindestens eine Art aus, die abgeglichen wird' },
  federation_choose_source: { en: 'Choose a deployment', de: 'Wählen Sie ein Deployment' },
  federation_choose_target: { en: 'Choose at least one target', de: 'Wählen Sie mindestens ein Ziel' },
  federation_enter_pattern: { en: 'Enter a pattern', de: 'Geben Sie ein Muster ein' },
  federation_single_pattern: { en: 'Only one pattern is allowed here', de: 'Hier ist nur ein Muster erlaubt' },
  federation_too_many_patterns: { en: 'At most 100 patterns are allowed here', de: 'Hier sind höchstens 100 Muster erlaubt' },
});
