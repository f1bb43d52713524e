import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  module_too_large: { code: 'invalid_package', en: 'A module may have at most 500 MB', de: 'Ein Modul darf höchstens 500 MB haben' },
  module_information_of_other_version: {
    code: 'invalid_package',
    en: 'The information is not about version {version}',
    de: 'Die Angaben betreffen nicht die Version {version}',
  },
  upstream_sent_no_version: { code: 'upstream_failed', en: 'The upstream sent no version', de: 'Der Quellserver sandte keine Version' },
});
