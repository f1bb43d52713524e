import { sentences } from '../sentences.ts';

/** This is said about the replication of repositories. */
export const replicationWords = sentences({
  no_replication: { code: 'not_found', en: 'There is no such replication', de: 'Diese Replikation gibt es nicht' },
  repository_not_replicated: {
    code: 'not_found',
    en: 'The repository {key} is not replicated',
    de: 'Das Repository {key} wird nicht repliziert',
  },
  replication_exists: {
    en: 'The repository is replicated to this address already',
    de: 'Das Repository wird schon an diese Adresse repliziert',
  },
  only_local_replicated: {
    code: 'bad_request',
    en: '{key} is not a local repository',
    de: '{key} ist kein lokales Repository',
  },
  only_local_and_remote_replicated: {
    code: 'bad_request',
    en: '{key} is neither a local nor a remote repository',
    de: '{key} ist weder ein lokales noch ein entferntes Repository',
  },
  pull_keeps_nothing: {
    code: 'bad_request',
    en: '{key} keeps nothing of what it fetches, so that it cannot be filled',
    de: '{key} behält nichts von dem, was es holt, und lässt sich darum nicht füllen',
  },
  upstream_says_way: {
    en: 'The repository itself says where its upstream is and how it is reached',
    de: 'Wo die Quelle ist und wie sie erreicht wird, sagt das Repository selbst',
  },
  pull_follows_nothing: {
    en: 'What changes at the upstream is not told here: give a schedule',
    de: 'Was sich an der Quelle ändert, wird hier nicht gemeldet: Geben Sie einen Zeitplan an',
  },
  pull_asks_for_bytes: {
    en: 'Every file is fetched: to know a checksum is no permission to have the content',
    de: 'Jede Datei wird geholt: Eine Prüfsumme zu kennen gibt kein Recht auf den Inhalt',
  },
  schedule_unreadable: {
    en: 'This is no schedule: give five fields, or six that begin with the seconds',
    de: 'Das ist kein Zeitplan: Geben Sie fünf Felder an oder sechs, die mit den Sekunden beginnen',
  },
  schedule_without_end: { en: 'The schedule names no time to come', de: 'Der Zeitplan nennt keinen Zeitpunkt in der Zukunft' },
  statistics_not_replicated: {
    en: 'Download statistics cannot be replicated',
    de: 'Downloadstatistiken lassen sich nicht replizieren',
  },
  address_names_no_repository: {
    code: 'bad_request',
    en: 'The address {url} does not end in the key of a repository',
    de: 'Die Adresse {url} endet nicht mit dem Schlüssel eines Repositorys',
  },
  replication_disabled: { code: 'conflict', en: 'The replication is disabled', de: 'Die Replikation ist abgeschaltet' },
  replication_runs_already: { code: 'conflict', en: 'A run of it is under way', de: 'Ein Lauf davon ist im Gang' },
  nothing_to_cancel: { code: 'conflict', en: 'No run of it is under way', de: 'Kein Lauf davon ist im Gang' },
  other_side_refused: {
    code: 'upstream_failed',
    en: '{host} answered {status} for {path}',
    de: '{host} antwortete mit {status} für {path}',
  },
  other_side_refused_why: {
    code: 'upstream_failed',
    en: '{host} answered {status} for {path}: {why}',
    de: '{host} antwortete mit {status} für {path}: {why}',
  },
  other_side_away: {
    code: 'upstream_unavailable',
    en: '{host} answered {status}',
    de: '{host} antwortete mit {status}',
  },
  other_side_credentials: {
    code: 'forbidden',
    en: '{host} does not take the user name and the password',
    de: '{host} nimmt Benutzername und Passwort nicht an',
  },
  other_side_unknown: {
    code: 'upstream_failed',
    en: '{host} has no repository {key} that the user may read',
    de: '{host} hat kein Repository {key}, das der Benutzer lesen darf',
  },
  other_side_unreadable: {
    code: 'upstream_failed',
    en: 'The answer of {host} cannot be read',
    de: 'Die Antwort von {host} lässt sich nicht lesen',
  },
  content_missing_here: {
    code: 'conflict',
    en: 'The content of {path} is not in the store',
    de: 'Der Inhalt von {path} ist nicht im Speicher',
  },
  files_not_replicated: {
    en: '{count} {count|file was|files were} refused, the last one so: {why}',
    de: '{count} {count|Datei wurde|Dateien wurden} abgelehnt, die letzte so: {why}',
  },
  execution_takes_no_field: {
    code: 'bad_request',
    en: 'What is set up runs: {field} cannot be given',
    de: 'Es läuft, was eingerichtet ist: {field} lässt sich nicht angeben',
  },
  field_not_replicated: {
    code: 'bad_request',
    en: 'Replications have no field {field}',
    de: 'Replikationen haben kein Feld {field}',
  },
  replication_failed: { code: 'internal', en: 'The run failed; the log says why', de: 'Der Lauf scheiterte; das Log sagt, warum' },
});
