import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  archive_without_composer_json: {
    code: 'invalid_package',
    en: 'The archive has no composer.json at its top, nor in the one folder that everything is in',
    de: 'Das Archiv hat keine composer.json zuoberst und auch nicht in dem einen Ordner, in dem alles liegt',
  },
  composer_json_is_no_json: { code: 'invalid_package', en: 'composer.json is not JSON', de: 'composer.json ist kein JSON' },
  composer_json_wrong: {
    code: 'invalid_package',
    en: 'composer.json is not as Composer reads it: {field}: {reason}',
    de: 'composer.json ist nicht so, wie Composer sie liest: {field}: {reason}',
  },
  composer_json_too_large: { code: 'too_large', en: 'composer.json has too many values', de: 'composer.json hat zu viele Werte' },
  composer_package_without_name: {
    code: 'invalid_package',
    en: 'composer.json names no package: a name is vendor/package',
    de: 'composer.json nennt kein Paket: Ein Name lautet Anbieter/Paket',
  },
  composer_package_without_version: {
    code: 'invalid_package',
    en: 'Neither composer.json nor the request says a version: upload to {place}, or with ?version=',
    de: 'Weder composer.json noch die Anfrage nennt eine Version: nach {place} hochladen oder mit ?version=',
  },
  composer_package_named_otherwise: {
    code: 'invalid_package',
    en: 'composer.json says {name} {version}, not what the address says',
    de: 'composer.json sagt {name} {version}, nicht, was die Adresse sagt',
  },
  composer_archive_differs: {
    code: 'checksum_mismatch',
    en: 'The sha256 of the archive is {actual}, not {promised}',
    de: 'Der SHA-256 des Archivs ist {actual}, nicht {promised}',
  },
  upstream_sent_no_composer_metadata: {
    code: 'upstream_failed',
    en: 'The upstream sent no metadata of Composer packages',
    de: 'Der Quellserver sandte keine Metadaten von Composer-Paketen',
  },
  upstream_of_composer_1: {
    code: 'upstream_failed',
    en: 'The upstream has no "metadata-url": only the second protocol of Composer is spoken here',
    de: 'Der Quellserver hat keine „metadata-url“: Hier wird nur das zweite Protokoll von Composer gesprochen',
  },
});
