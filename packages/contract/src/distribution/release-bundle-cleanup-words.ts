import { sentences } from '../sentences.ts';

/** This is said about policies that clean up versions of release bundles. */
export const releaseBundleCleanupWords = sentences({
  no_bundle_cleanup: { code: 'not_found', en: 'There is no policy {key} for release bundles', de: 'Eine Richtlinie {key} für Release-Bundles gibt es nicht' },
  bundle_cleanup_exists: {
    code: 'conflict',
    en: 'There is a policy {key} for release bundles already',
    de: 'Eine Richtlinie {key} für Release-Bundles gibt es schon',
  },
  bundle_cleanup_key_form: {
    code: 'bad_request',
    en: 'key: give at least three letters, digits, dashes and underscores',
    de: 'key: Geben Sie mindestens drei Buchstaben, Ziffern, Binde- und Unterstriche an',
  },
  bundle_cleanup_key_differs: {
    code: 'bad_request',
    en: 'key: the address says {key}: give the same, or leave it out',
    de: 'key: Die Adresse sagt {key}: Geben Sie dasselbe an, oder lassen Sie es weg',
  },
  bundle_cleanup_project: {
    code: 'bad_request',
    en: '{field}: release bundles belong to no project; leave {project} out',
    de: '{field}: Release-Bundles gehören zu keinem Projekt; lassen Sie {project} weg',
  },
  bundle_cleanup_places_unsaid: {
    code: 'bad_request',
    en: 'searchCriteria.includedProjects: set includeAllProjects, or name `default`',
    de: 'searchCriteria.includedProjects: Setzen Sie includeAllProjects, oder nennen Sie `default`',
  },
  bundle_cleanup_two_ages: {
    code: 'bad_request',
    en: 'searchCriteria.createdBeforeInDays: count in days or in months',
    de: 'searchCriteria.createdBeforeInDays: Zählen Sie in Tagen oder in Monaten',
  },
  bundle_cleanup_schedule: {
    code: 'bad_request',
    en: 'cronExp: the schedule cannot be read, or never comes around',
    de: 'cronExp: Der Zeitplan lässt sich nicht lesen, oder er kommt nie an die Reihe',
  },
  bundle_cleanup_disabled: {
    code: 'bad_request',
    en: 'The policy {key} is off: enable it first, or only have counted what would go with dryRun=true',
    de: 'Die Richtlinie {key} ist aus: Schalten Sie sie erst ein, oder lassen Sie mit dryRun=true nur zählen, was ginge',
  },
  bundle_cleanup_out_of_time: {
    en: 'The time of {minutes|minute|minutes} was over',
    de: 'Die Zeit von {minutes|Minute|Minuten} war um',
  },
  bundle_cleanup_kept_some: {
    en: '{count|version|versions} could not be deleted; the log says why',
    de: '{count|Version ließ|Versionen ließen} sich nicht löschen; das Protokoll sagt, warum',
  },
});
