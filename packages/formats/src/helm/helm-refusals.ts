import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  chart_without_chart_yaml: { code: 'invalid_package', en: 'The archive has no Chart.yaml', de: 'Das Archiv hat keine Chart.yaml' },
  chart_yaml_unreadable: { code: 'invalid_package', en: 'Chart.yaml cannot be read: {reason}', de: 'Chart.yaml lässt sich nicht lesen: {reason}' },
  chart_yaml_names_nothing: {
    code: 'invalid_package',
    en: 'Chart.yaml names no chart or no semantic version',
    de: 'Chart.yaml nennt kein Chart oder keine semantische Version',
  },
  chart_named_otherwise: {
    code: 'invalid_package',
    en: 'The chart inside is {name} {version}; the file must be named {name}-{version}.tgz',
    de: 'Das Chart darin ist {name} {version}; die Datei muss {name}-{version}.tgz heißen',
  },
  upstream_sent_no_charts: { code: 'upstream_failed', en: 'The upstream sent no chart index', de: 'Der Quellserver sandte keinen Index von Charts' },
});
