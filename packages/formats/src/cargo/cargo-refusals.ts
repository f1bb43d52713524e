import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  crate_without_name: {
    code: 'invalid_package',
    en: 'The crate has no valid name or version',
    de: 'Das Crate hat keinen gültigen Namen oder keine gültige Version',
  },
  crate_named_alike: {
    code: 'version_exists',
    en: 'The crate {name} exists, and its name differs only in case, dashes or underscores',
    de: 'Das Crate {name} gibt es schon, und sein Name unterscheidet sich nur in Großschreibung, Binde- oder Unterstrichen',
  },
  crate_differs: {
    code: 'checksum_mismatch',
    en: 'The sha256 of the crate is {actual}, not {promised}',
    de: 'Der SHA-256 des Crates ist {actual}, nicht {promised}',
  },
  crate_without_owners: {
    code: 'bad_request',
    en: 'Crates have no owners here: permissions on the repository say who may publish',
    de: 'Crates haben hier keine Eigentümer: Berechtigungen für das Repository sagen, wer veröffentlichen darf',
  },
  crate_exists: { code: 'version_exists', en: 'crate version {version} is already uploaded', de: 'Version {version} des Crates ist schon hochgeladen' },
  upstream_sent_no_crate_index: { code: 'upstream_failed', en: 'The upstream sent no crate index', de: 'Der Quellserver sandte keinen Index von Crates' },
  crate_entry_elsewhere: {
    code: 'invalid_package',
    en: 'The crate has {entry}, which is not under {folder}',
    de: 'Das Crate hat {entry}; das liegt nicht unter {folder}',
  },
  crate_without_manifest: { code: 'invalid_package', en: 'The crate has no Cargo.toml', de: 'Das Crate hat keine Cargo.toml' },
  crate_upload_too_short: { code: 'invalid_package', en: 'The upload ends too early', de: 'Der Upload endet zu früh' },
  crate_has_too_many_features: {
    code: 'invalid_package',
    en: 'A crate may have at most {most} features',
    de: 'Ein Crate darf höchstens {most} Features haben',
  },
  crate_metadata_too_large: { code: 'too_large', en: 'The metadata of the crate is too large', de: 'Die Metadaten des Crates sind zu groß' },
  crate_metadata_wrong: {
    code: 'invalid_package',
    en: 'The metadata of the crate is not as cargo sends it: {field}: {reason}',
    de: 'Die Metadaten des Crates sind nicht so, wie cargo sie sendet: {field}: {reason}',
  },
  crate_metadata_is_no_json: { code: 'invalid_package', en: 'The metadata of the crate is not JSON', de: 'Die Metadaten des Crates sind kein JSON' },
});
