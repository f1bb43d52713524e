import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  image_manifest_is_no_json: { code: 'manifest_invalid', en: 'The manifest is not JSON', de: 'Das Manifest ist kein JSON' },
  manifest_types_differ: {
    code: 'manifest_invalid',
    en: 'The manifest says it is {type}, the request says {sent}',
    de: 'Das Manifest nennt sich {type}, die Anfrage nennt es {sent}',
  },
  manifest_must_name_type: {
    code: 'manifest_invalid',
    en: 'A manifest of type {type} must say so in "mediaType"',
    de: 'Ein Manifest vom Typ {type} muss das in „mediaType“ sagen',
  },
  manifest_type_unknown: {
    code: 'manifest_invalid',
    en: 'Manifests of type {type} are not supported',
    de: 'Manifeste vom Typ {type} werden nicht unterstützt',
  },
  manifest_not_valid: { code: 'manifest_invalid', en: 'The manifest is not valid: {place} {problem}', de: 'Das Manifest ist nicht gültig: {place} {problem}' },
  image_holds_manifests: {
    code: 'manifest_invalid',
    en: 'An image manifest may not hold "manifests"',
    de: 'Das Manifest eines Images darf kein „manifests“ enthalten',
  },
  index_holds_layers: {
    code: 'manifest_invalid',
    en: 'An index may not hold "config" or "layers"',
    de: 'Ein Index darf weder „config“ noch „layers“ enthalten',
  },
  image_needs_config: { code: 'manifest_invalid', en: 'An image manifest needs a "config"', de: 'Das Manifest eines Images braucht ein „config“' },
  index_needs_manifests: { code: 'manifest_invalid', en: 'An index needs "manifests"', de: 'Ein Index braucht „manifests“' },
});
