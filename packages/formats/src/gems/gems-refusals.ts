import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  gem_metadata_unreadable: { code: 'invalid_package', en: 'The metadata cannot be read: {reason}', de: 'Die Metadaten lassen sich nicht lesen: {reason}' },
  gem_metadata_names_no_gem: { code: 'invalid_package', en: 'The metadata names no gem', de: 'Die Metadaten nennen kein Gem' },
  gem_without_version: { code: 'invalid_package', en: 'The metadata has no valid version', de: 'Die Metadaten haben keine gültige Version' },
  gem_without_platform: { code: 'invalid_package', en: 'The metadata has no valid platform', de: 'Die Metadaten haben keine gültige Plattform' },
  no_gem: {
    code: 'invalid_package',
    en: 'The file is no gem: it has no metadata.gz or no data.tar.gz',
    de: 'Die Datei ist kein Gem: Sie hat keine metadata.gz oder keine data.tar.gz',
  },
  upstream_sent_no_gems: { code: 'upstream_failed', en: 'The upstream sent no list of gems', de: 'Der Quellserver sandte keine Liste von Gems' },
  upstream_sent_no_gem_specification: {
    code: 'upstream_failed',
    en: 'The upstream sent no specification of a gem',
    de: 'Der Quellserver sandte keine Spezifikation eines Gems',
  },
  upstream_sent_no_gem_information: {
    code: 'upstream_failed',
    en: 'The upstream sent no information about a gem',
    de: 'Der Quellserver sandte keine Angaben über ein Gem',
  },
  gem_named_otherwise: {
    code: 'invalid_package',
    en: 'The gem inside is {name} {version}; its place is {place}',
    de: 'Das Gem darin ist {name} {version}; sein Platz ist {place}',
  },
  gem_missing: { code: 'package_not_found', en: 'This gem could not be found', de: 'Dieses Gem wurde nicht gefunden' },
});
