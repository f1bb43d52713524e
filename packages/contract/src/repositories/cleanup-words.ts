import { sentences } from '../sentences.ts';

/** Policies that clean up are refused in these words, most of them as existing clients send them. */
export const cleanupWords = sentences({
  no_cleanup_policy: { code: 'not_found', en: 'There is no policy {key}', de: 'Es gibt keine Richtlinie {key}' },
  cleanup_policy_exists: { code: 'conflict', en: 'There is a policy {key} already', de: 'Es gibt schon eine Richtlinie {key}' },
  cleanup_field_unknown: {
    code: 'bad_request',
    en: '{field}: policies of this platform have no such field; leave it out',
    de: '{field}: Die Richtlinien dieser Plattform haben kein solches Feld; lassen Sie es weg',
  },
  cleanup_key_form: {
    en: 'Give at least three letters, digits, dashes and underscores',
    de: 'Geben Sie mindestens drei Buchstaben, Ziffern, Binde- und Unterstriche an',
  },
  cleanup_key_differs: {
    en: 'The address says {key}: give the same, or leave it out',
    de: 'Die Adresse sagt {key}: Geben Sie dasselbe an, oder lassen Sie es weg',
  },
  cleanup_type_unknown: {
    en: 'There are no packages of the type {type} here; leave it out',
    de: 'Pakete des Typs {type} gibt es hier nicht; lassen Sie ihn weg',
  },
  cleanup_in_days: { en: 'Count in days: give {field}', de: 'Zählen Sie in Tagen: Geben Sie {field} an' },
  cleanup_of_project: {
    en: 'A policy of a project looks at repositories of that project alone: leave it out',
    de: 'Eine Richtlinie eines Projekts betrachtet nur dessen Repositorys: Lassen Sie es weg',
  },
  policy_of_project_alone: {
    en: 'A policy of a project looks at repositories of that project alone',
    de: 'Eine Richtlinie eines Projekts betrachtet nur Repositorys dieses Projekts',
  },
  project_has_too_many_policies: { en: 'A project may have at most {most} policies', de: 'Ein Projekt darf höchstens {most} Richtlinien haben' },
  cleanup_projects_unsaid: {
    en: 'Name projects, `default` for repositories of none, or set includeAllProjects',
    de: 'Nennen Sie Projekte, `default` für Repositorys ohne Projekt, oder setzen Sie includeAllProjects',
  },
  cleanup_projects_twice: {
    en: 'Either name projects or set includeAllProjects',
    de: 'Nennen Sie entweder Projekte, oder setzen Sie includeAllProjects',
  },
  cleanup_one_value: {
    en: 'Give {key} one value, or none where any will do',
    de: 'Geben Sie {key} einen Wert, oder keinen, wenn jeder passt',
  },
  cleanup_archive_keeps: {
    en: 'What is archived does not go through the trash can: leave it out',
    de: 'Was archiviert wird, kommt nicht in den Papierkorb: Lassen Sie es weg',
  },
  cleanup_packages_only: { en: 'Policies here are about packages: give `package`', de: 'Richtlinien betreffen hier Pakete: Geben Sie `package` an' },
  cleanup_disabled: {
    code: 'bad_request',
    en: 'The policy {key} is off: enable it first, or only have counted what would go with dryRun=true',
    de: 'Die Richtlinie {key} ist aus: Schalten Sie sie erst ein, oder lassen Sie mit dryRun=true nur zählen, was ginge',
  },
});
