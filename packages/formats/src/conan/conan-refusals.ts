import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  conan_file_too_large: { code: 'invalid_package', en: '{name} is larger than {limit} KB', de: '{name} ist größer als {limit} KB' },
  conan_manifest_without_time: {
    code: 'invalid_package',
    en: 'conanmanifest.txt does not begin with a time',
    de: 'conanmanifest.txt beginnt nicht mit einer Zeit',
  },
  conan_manifest_without_checksum: {
    code: 'invalid_package',
    en: 'conanmanifest.txt has a line without a checksum',
    de: 'conanmanifest.txt hat eine Zeile ohne Prüfsumme',
  },
  conan_manifest_of_other_revision: {
    code: 'invalid_package',
    en: 'conanmanifest.txt is that of the revision {revision}',
    de: 'conanmanifest.txt ist die der Revision {revision}',
  },
  upstream_sent_no_revisions: {
    code: 'upstream_failed',
    en: 'The upstream sent no list of revisions or references',
    de: 'Der Quellserver sandte keine Liste von Revisionen oder Referenzen',
  },
  upstream_sent_no_json: { code: 'upstream_failed', en: 'The upstream sent no JSON', de: 'Der Quellserver sandte kein JSON' },
  upstream_sent_no_conan_files: {
    code: 'upstream_failed',
    en: 'The upstream sent no list of files or packages',
    de: 'Der Quellserver sandte keine Liste von Dateien oder Paketen',
  },
  conan_pattern_too_long: { code: 'bad_request', en: 'A pattern has at most 300 characters', de: 'Ein Muster hat höchstens 300 Zeichen' },
});
