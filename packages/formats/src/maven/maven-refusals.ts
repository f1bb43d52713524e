import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  nothing_to_compare_with: { code: 'artifact_not_found', en: 'There is no {name} to compare with', de: '{name} gibt es nicht, womit zu vergleichen wäre' },
  maven_checksum_differs: {
    code: 'checksum_mismatch',
    en: 'The {algorithm} of {name} is {actual}, not {sent}',
    de: '{algorithm} von {name} ist {actual}, nicht {sent}',
  },
  pom_does_not_fit: {
    code: 'path_refused',
    en: "The pom's {part} is {text}, which does not fit {path}",
    de: '{part} der POM ist {text}; das passt nicht zu {path}',
  },
  pom_part_missing: { en: 'missing', de: 'nicht angegeben' },
  pom_too_large: { code: 'invalid_package', en: 'The pom is too large', de: 'Die POM ist zu groß' },
});
