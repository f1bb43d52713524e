import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  vagrant_place_unfit: {
    code: 'invalid_package',
    en: 'No box can be at {path}: its place is <name>/<version>/<provider>.box, or <name>/<version>/<provider>-<architecture>.box',
    de: 'Unter {path} kann keine Box liegen: Ihr Platz ist <Name>/<Version>/<Provider>.box oder <Name>/<Version>/<Provider>-<Architektur>.box',
  },
  vagrant_box_is_no_archive: {
    code: 'invalid_package',
    en: 'A box is a tar archive, packed with gzip or not at all',
    de: 'Eine Box ist ein Tar-Archiv, mit gzip oder gar nicht gepackt',
  },
  vagrant_box_says_nothing: {
    code: 'invalid_package',
    en: 'The box has no metadata.json that names its provider',
    de: 'Die Box hat keine metadata.json, die ihren Provider nennt',
  },
  vagrant_provider_differs: {
    code: 'invalid_package',
    en: 'The box is for {actual}; its place is one for {place}',
    de: 'Die Box ist für {actual}; ihr Platz ist einer für {place}',
  },
  upstream_sent_no_boxes: { code: 'upstream_failed', en: 'The upstream sent no list of boxes', de: 'Der Quellserver sandte keine Liste von Boxen' },
});
