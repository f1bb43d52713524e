import { sentences } from '../sentences.ts';

/** This is said about integrations with source control. */
export const integrationWords = sentences({
  no_integration: { code: 'not_found', en: 'There is no integration {key}', de: 'Es gibt keine Integration {key}' },
  git_scanning_off: {
    code: 'conflict',
    en: 'Git repositories are not scanned on this platform',
    de: 'Git-Repositorys werden auf dieser Plattform nicht geprüft',
  },
  git_missing: {
    en: 'The program git is not there; repositories of source code are read with it, version {needed} or newer',
    de: 'Das Programm git fehlt; damit werden Quellcode-Repositorys gelesen, ab Version {needed}',
  },
  git_too_old: {
    en: 'The program git is too old ({version}); repositories of source code are read with version {needed} or newer',
    de: 'Das Programm git ist zu alt ({version}); Quellcode-Repositorys werden ab Version {needed} gelesen',
  },
  git_turned_off: {
    en: 'Scanning of repositories of source code is turned off in the configuration',
    de: 'Das Prüfen von Quellcode-Repositorys ist in der Konfiguration ausgeschaltet',
  },
  vendor_switched_off: { en: 'This platform does not offer {vendor}', de: '{vendor} bietet diese Plattform nicht an' },
  connection_works: { en: '{host} knows the token as {account}', de: '{host} kennt das Token als {account}' },
  connection_test_failed: {
    en: 'Connection test failed, please check your credentials',
    de: 'Der Verbindungstest ist fehlgeschlagen, bitte prüfen Sie Ihre Anmeldedaten',
  },
  vendor_stays: { en: 'An integration stays with its vendor', de: 'Eine Integration bleibt bei ihrem Anbieter' },
  token_of_other_url: {
    en: 'The token that is kept was given for another address; enter it again',
    de: 'Das gespeicherte Token gilt für eine andere Adresse; geben Sie es noch einmal ein',
  },
});

/** Schemas ask this of the fields of integrations. */
export const integrationRules = sentences({
  user_name_required: { en: 'User name is required', de: 'Der Benutzername wird benötigt' },
  token_required: { en: 'Token is required', de: 'Das Token wird benötigt' },
  integration_name_required: { en: 'Integration name is required', de: 'Der Name der Integration wird benötigt' },
  git_token_characters: { en: 'A token has no spaces and no line breaks', de: 'Ein Token hat keine Leerzeichen und keine Zeilenumbrüche' },
  git_pattern_needed: { en: 'Write a pattern such as shop/**', de: 'Schreiben Sie ein Muster wie shop/**' },
  git_pattern_characters: { en: 'A pattern has no spaces', de: 'Ein Muster hat keine Leerzeichen' },
});
