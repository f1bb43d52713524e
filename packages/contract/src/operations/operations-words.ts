import { sentences } from '../sentences.ts';

/** This is said about nodes, logs and support bundles. */
export const operationsWords = sentences({
  this_node_offline: { en: 'The node is offline', de: 'Der Knoten ist offline' },
  service_absent: { code: 'not_found', en: 'The service {service} is not present here', de: 'Den Dienst {service} gibt es hier nicht' },
  no_node: { code: 'not_found', en: 'There is no such node', de: 'Diesen Knoten gibt es nicht' },
  no_node_named: { en: 'There is no node {id}', de: 'Es gibt keinen Knoten {id}' },
  support_bundle_gone: { code: 'not_found', en: 'The support bundle does not exist any more', de: 'Das Support-Paket gibt es nicht mehr' },
  support_bundle_failed: { code: 'not_found', en: 'The support bundle could not be made', de: 'Das Support-Paket konnte nicht erstellt werden' },
  support_bundle_unfinished: { code: 'not_found', en: 'The support bundle is still being made', de: 'Das Support-Paket wird noch erstellt' },
  no_log_file: { code: 'not_found', en: 'There is no log file {id}', de: 'Es gibt keine Protokolldatei {id}' },
  service_not_on_node: {
    code: 'not_found',
    en: 'The service {service} does not run on the node {node}',
    de: 'Der Dienst {service} läuft nicht auf dem Knoten {node}',
  },
  node_online: {
    code: 'conflict',
    en: 'The node {id} is online; only one that is offline can be removed',
    de: 'Der Knoten {id} ist online; nur einer, der offline ist, kann entfernt werden',
  },
  node_offline: { code: 'unavailable', en: 'The node {id} is offline', de: 'Der Knoten {id} ist offline' },
  node_silent: { code: 'unavailable', en: 'The node {id} does not answer', de: 'Der Knoten {id} antwortet nicht' },
  node_of_another_version: {
    en: 'The node runs another version and does not know this question',
    de: 'Auf dem Knoten läuft eine andere Version, die diese Frage nicht kennt',
  },
  node_failed: { en: 'The node could not answer', de: 'Der Knoten konnte nicht antworten' },
});

/** Schemas ask this of the fields of support bundles. */
export const operationsRules = sentences({
  name_bundle: { en: 'Give the bundle a name', de: 'Geben Sie dem Paket einen Namen' },
  use_0_to_10: { en: 'Use a number from 0 to 10', de: 'Verwenden Sie eine Zahl von 0 bis 10' },
  use_0_to_10000: { en: 'Use a number from 0 to 10000', de: 'Verwenden Sie eine Zahl von 0 bis 10000' },
});
