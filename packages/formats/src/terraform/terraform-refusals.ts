import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  provider_manifest_is_no_json: { code: 'invalid_package', en: 'The manifest is not JSON', de: 'Das Manifest ist kein JSON' },
  module_without_configuration: {
    code: 'invalid_package',
    en: 'The archive has no configuration file (.tf) at its top',
    de: 'Das Archiv hat auf oberster Ebene keine Konfigurationsdatei (.tf)',
  },
  provider_without_protocol_versions: {
    code: 'invalid_package',
    en: 'The manifest does not say metadata.protocol_versions',
    de: 'Das Manifest nennt metadata.protocol_versions nicht',
  },
  provider_without_program: {
    code: 'invalid_package',
    en: 'The archive has no program terraform-provider-{type}',
    de: 'Das Archiv hat kein Programm terraform-provider-{type}',
  },
  upstream_sent_no_registry_document: {
    code: 'upstream_failed',
    en: 'The upstream sent no registry document',
    de: 'Der Quellserver sandte kein Dokument einer Registry',
  },
});
