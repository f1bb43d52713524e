import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  no_rpm: { code: 'invalid_package', en: 'This is not an RPM package', de: 'Das ist kein RPM-Paket' },
  rpm_header_too_large: { code: 'invalid_package', en: 'The header of the package is too large', de: 'Der Kopf des Pakets ist zu groß' },
  rpm_tag_twice: { code: 'invalid_package', en: 'The header of the package has the tag {tag} twice', de: 'Der Kopf des Pakets hat das Tag {tag} zweimal' },
  rpm_tags_overlap: { code: 'invalid_package', en: 'The tags of the package overlap', de: 'Die Tags des Pakets überschneiden sich' },
  rpm_header_damaged: { code: 'invalid_package', en: 'The header of the package is damaged', de: 'Der Kopf des Pakets ist beschädigt' },
  upstream_repomd_too_large: { code: 'upstream_failed', en: "The upstream's repomd.xml is too large", de: 'Die repomd.xml des Quellservers ist zu groß' },
  upstream_repomd_names_missing: {
    code: 'upstream_failed',
    en: "The upstream's repomd.xml names {path}, but there is none",
    de: 'Die repomd.xml des Quellservers nennt {path}, das es nicht gibt',
  },
  rpm_paths_too_long: { code: 'invalid_package', en: 'The paths of the package are too long together', de: 'Die Pfade des Pakets sind zusammen zu lang' },
  rpm_names_nothing: { code: 'invalid_package', en: 'The header names no package, version and release', de: 'Der Kopf nennt nicht Paket, Version und Release' },
  rpm_payload_unknown: {
    code: 'invalid_package',
    en: 'The inside of the package is kept in a way that is not known: {form}',
    de: 'Der Inhalt des Pakets ist auf eine unbekannte Art abgelegt: {form}',
  },
});
