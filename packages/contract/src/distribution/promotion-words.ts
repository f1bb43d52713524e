import { sentences } from '../sentences.ts';

/** This is said about the promotion of release bundles to an environment. */
export const promotionWords = sentences({
  environment_takes_no_promotions: {
    code: 'bad_request',
    en: 'The environment {name} is no stage for promotions',
    de: 'Die Umgebung {name} ist keine Stufe für Promotions',
  },
  no_such_environment: {
    code: 'bad_request',
    en: 'There is no environment {name} that every project has',
    de: 'Es gibt keine Umgebung {name}, die jedes Projekt hat',
  },
  no_repository_of_environment: {
    code: 'bad_request',
    en: '{key} is no local repository of {environment} that belongs to no project',
    de: '{key} ist kein lokales Repository von {environment}, das zu keinem Projekt gehört',
  },
  nothing_takes_format: {
    code: 'bad_request',
    en: 'No local repository of {environment} takes files of the format {format}',
    de: 'Kein lokales Repository von {environment} nimmt Dateien des Formats {format}',
  },
  too_many_promoted_files: {
    code: 'too_large',
    en: 'More than {count} files would be written: leave out some repositories of {environment}',
    de: 'Mehr als {count} Dateien würden geschrieben: Lassen Sie einige Repositorys von {environment} weg',
  },
  file_cannot_leave: {
    code: 'path_refused',
    en: '{path} cannot be moved away from {key}, which is no local repository; copy it',
    de: '{path} lässt sich nicht aus {key} verschieben, das kein lokales Repository ist; kopieren Sie es',
  },
  kept_file_missing: {
    code: 'conflict',
    en: 'What was kept of {path} is gone, or is another file',
    de: 'Was von {path} aufbewahrt wurde, ist weg oder eine andere Datei',
  },
  no_receiver: { code: 'conflict', en: '{key} is no local repository any more', de: '{key} ist kein lokales Repository mehr' },
  promotion_failed: { code: 'internal', en: 'Something went wrong; the log says more', de: 'Etwas ging schief; mehr steht im Protokoll' },
  no_promotion: { code: 'not_found', en: '{name} {version} was not promoted then', de: '{name} {version} wurde da nicht befördert' },
  promotion_under_way: {
    code: 'conflict',
    en: 'This promotion is under way; wait for its end',
    de: 'Diese Beförderung ist im Gange; warten Sie, bis sie endet',
  },
});
