import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  archive_without_package_swift: {
    code: 'invalid_package',
    en: 'The archive has no Package.swift at its top',
    de: 'Das Archiv hat auf oberster Ebene keine Package.swift',
  },
  release_metadata_is_no_json: {
    code: 'invalid_package',
    en: 'The metadata of the release is not JSON',
    de: 'Die Metadaten der Veröffentlichung sind kein JSON',
  },
  release_metadata_is_no_object: {
    code: 'invalid_package',
    en: 'The metadata of the release is no object',
    de: 'Die Metadaten der Veröffentlichung sind kein Objekt',
  },
  upstream_sent_no_swift_document: {
    code: 'upstream_failed',
    en: 'The upstream sent no document of a Swift registry',
    de: 'Der Quellserver sandte kein Dokument einer Swift-Registry',
  },
  signature_needs_format: {
    code: 'invalid_package',
    en: 'A signature needs X-Swift-Package-Signature-Format: cms-1.0.0',
    de: 'Eine Signatur braucht X-Swift-Package-Signature-Format: cms-1.0.0',
  },
  form_without_source_archive: { code: 'invalid_package', en: 'The form has no source-archive', de: 'Das Formular hat kein source-archive' },
});
