import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  bzip2_not_taken: {
    code: 'invalid_package',
    en: 'Source distributions compressed with bzip2 are not taken; use .tar.gz',
    de: 'Quellpakete, die mit bzip2 gepackt sind, werden nicht genommen; nehmen Sie .tar.gz',
  },
  metadata_not_single: { code: 'invalid_package', en: 'The archive must hold exactly one {name}', de: 'Das Archiv muss genau eine {name} enthalten' },
  metadata_says_other: {
    code: 'invalid_package',
    en: 'The metadata says {name} {version}, not {package} {expected}',
    de: 'Die Metadaten nennen {name} {version}, nicht {package} {expected}',
  },
  metadata_without_name: { en: 'no name', de: 'keinen Namen' },
  metadata_without_version: { en: 'no version', de: 'keine Version' },
  upstream_sent_no_simple_listing: {
    code: 'upstream_failed',
    en: 'The upstream answered no listing of the simple API',
    de: 'Der Quellserver antwortete mit keiner Liste der einfachen Schnittstelle',
  },
  pypi_digest_differs: { code: 'checksum_mismatch', en: 'The {field} does not match what arrived', de: '{field} passt nicht zu dem, was ankam' },
  distribution_exists: {
    code: 'version_exists',
    en: 'File already exists: {name} was uploaded before with different content',
    de: 'Die Datei gibt es schon: {name} wurde früher mit anderem Inhalt hochgeladen',
  },
  no_distribution_name: {
    code: 'invalid_package',
    en: '{name} is no file name of a distribution of {project}',
    de: '{name} ist kein Dateiname eines Pakets von {project}',
  },
  form_says_other_version: {
    code: 'invalid_package',
    en: 'The form says version {version}, the file name {other}',
    de: 'Das Formular nennt die Version {version}, der Dateiname {other}',
  },
  pypi_action_unknown: { code: 'bad_request', en: 'The action {action} is not known here', de: 'Die Aktion {action} ist hier nicht bekannt' },
  form_names_no_project: { code: 'bad_request', en: 'The form names no valid project', de: 'Das Formular nennt kein gültiges Projekt' },
  form_without_content: { code: 'bad_request', en: 'The form has no file in its field content', de: 'Das Formular hat in seinem Feld content keine Datei' },
});
