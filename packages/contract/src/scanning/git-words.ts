import { sentences } from '../sentences.ts';

/** This is said about vendors of source control and the repositories that are read there. */
export const gitWords = sentences({
  vendor_refuses_token: {
    code: 'bad_request',
    en: '{host} does not take the token: it is wrong, has expired, or was withdrawn',
    de: '{host} nimmt das Token nicht an: Es ist falsch, abgelaufen oder wurde zurückgezogen',
  },
  vendor_password_outdated: {
    code: 'bad_request',
    en: 'Bitbucket Cloud takes app passwords no more; make an API token with scopes in your Atlassian account, and give your e-mail address as the user name',
    de: 'Bitbucket Cloud nimmt keine App-Passwörter mehr an; legen Sie in Ihrem Atlassian-Konto ein API-Token mit Bereichen an, und geben Sie Ihre E-Mail-Adresse als Benutzernamen an',
  },
  vendor_lacks_scope: {
    code: 'bad_request',
    en: 'The token may not do this at {host}; it needs {scope}',
    de: 'Das Token darf das bei {host} nicht; es braucht {scope}',
  },
  vendor_lacks_it: {
    code: 'not_found',
    en: '{host} does not have this, or does not show it to the token',
    de: '{host} hat das nicht, oder zeigt es dem Token nicht',
  },
  vendor_quota_spent: {
    code: 'too_many_requests',
    en: '{host} allows so many requests in a time, and they are nearly spent; it goes on at {time}',
    de: '{host} erlaubt so viele Anfragen in einer Zeit, und sie sind fast verbraucht; es geht um {time} weiter',
  },
  vendor_redirects: {
    code: 'upstream_failed',
    en: '{host} answers with {status} and leads elsewhere; give the address that it leads to',
    de: '{host} antwortet mit {status} und führt woandershin; geben Sie die Adresse an, auf die es führt',
  },
  vendor_answers: { code: 'upstream_failed', en: '{host} answers with {status}', de: '{host} antwortet mit {status}' },
  vendor_is_another: {
    code: 'upstream_failed',
    en: '{host} does not answer as {vendor} does; check the address',
    de: '{host} antwortet nicht, wie {vendor} es tut; prüfen Sie die Adresse',
  },
  vendor_leads_away: {
    code: 'upstream_failed',
    en: '{host} names a next page on another server, which is not asked',
    de: '{host} nennt eine nächste Seite auf einem anderen Server; der wird nicht gefragt',
  },
  vendor_answer_too_large: {
    code: 'upstream_failed',
    en: 'The answer of {host} is larger than anything it should say',
    de: 'Die Antwort von {host} ist größer als alles, was zu sagen wäre',
  },
  vendor_without_user: {
    code: 'bad_request',
    en: '{host} does not know who the token belongs to',
    de: '{host} weiß nicht, wem das Token gehört',
  },
  git_too_slow: {
    code: 'upstream_timeout',
    en: '{host} took longer than {minutes} minutes to give what was asked for',
    de: '{host} brauchte länger als {minutes} Minuten für das, was verlangt war',
  },
  git_too_much: {
    code: 'upstream_failed',
    en: '{host} sent more than {size} MB; the repository is too large to be read',
    de: '{host} sandte mehr als {size} MB; das Repository ist zu groß, um gelesen zu werden',
  },
  git_too_many_files: {
    code: 'upstream_failed',
    en: 'The repository has more than {count} files',
    de: 'Das Repository hat mehr als {count} Dateien',
  },
  git_refuses: {
    code: 'upstream_failed',
    en: '{host} does not let the token read this repository',
    de: '{host} lässt das Token dieses Repository nicht lesen',
  },
  git_lacks_it: {
    code: 'upstream_failed',
    en: '{host} does not have this repository, or not what was asked for in it',
    de: '{host} hat dieses Repository nicht, oder darin nicht, was verlangt war',
  },
  git_certificate: {
    code: 'upstream_failed',
    en: 'The certificate of {host} is not trusted here: it is not for this name, has expired, or its authority has to be added (NODE_EXTRA_CA_CERTS)',
    de: 'Dem Zertifikat von {host} wird hier nicht vertraut: Es gilt nicht für diesen Namen, ist abgelaufen, oder seine Zertifizierungsstelle muss ergänzt werden (NODE_EXTRA_CA_CERTS)',
  },
  git_fails: { code: 'upstream_failed', en: 'Reading from {host} failed: {why}', de: 'Das Lesen von {host} schlug fehl: {why}' },
  git_ref_impossible: { code: 'upstream_failed', en: 'No branch can be called so', de: 'So kann kein Branch heißen' },
  lock_file_too_large: { en: 'It is larger than {size} MB', de: 'Sie ist größer als {size} MB' },
  lock_file_unreadable: { en: 'It cannot be read as what its name says', de: 'Sie lässt sich nicht als das lesen, was ihr Name sagt' },
  lock_file_elsewhere: { en: 'The repository keeps its content elsewhere (Git LFS)', de: 'Das Repository hat ihren Inhalt anderswo (Git LFS)' },
  lock_file_absent: { en: 'The server did not give it', de: 'Der Server gab sie nicht her' },
  too_many_lock_files: { en: 'Only the first {count} lock files are read', de: 'Nur die ersten {count} Lockdateien werden gelesen' },
  scan_none_new: { en: 'No new vulnerabilities in {files} lock {files|file|files}', de: 'Keine neuen Schwachstellen in {files} {files|Lockdatei|Lockdateien}' },
  scan_new: { en: '{count} new {count|vulnerability|vulnerabilities}', de: '{count} {count|neue Schwachstelle|neue Schwachstellen}' },
  scan_breaks: {
    en: 'New vulnerabilities break rule {rule} of policy {policy}: {count}{more}',
    de: 'Neue Schwachstellen brechen Regel {rule} der Richtlinie {policy}: {count}{more}',
  },
  scan_found: {
    en: '{count} {count|vulnerability|vulnerabilities} in {files} lock {files|file|files}',
    de: '{count} {count|Schwachstelle|Schwachstellen} in {files} {files|Lockdatei|Lockdateien}',
  },
  scan_found_none: {
    en: 'No known vulnerabilities in {files} lock {files|file|files}',
    de: 'Keine bekannten Schwachstellen in {files} {files|Lockdatei|Lockdateien}',
  },
  scan_none_new_but: {
    en: 'No new vulnerabilities in {files} lock {files|file|files}; not judged: {names}',
    de: 'Keine neuen Schwachstellen in {files} {files|Lockdatei|Lockdateien}; nicht beurteilt: {names}',
  },
  scan_found_none_but: {
    en: 'Nothing found in {files} lock {files|file|files}; not judged: {names}',
    de: 'Nichts gefunden in {files} {files|Lockdatei|Lockdateien}; nicht beurteilt: {names}',
  },
  scan_not_judged: { en: 'Not judged: no source of advisories stands for {names}', de: 'Nicht beurteilt: Keine Quelle steht für {names}' },
  scan_nothing_to_judge: { en: 'Not judged: no lock file names a package', de: 'Nicht beurteilt: Keine Lockdatei nennt ein Paket' },
  scan_judged_by: { en: '{verdict}; as of {date} by {names}', de: '{verdict}; Stand {date} laut {names}' },
  no_git_repository: { code: 'not_found', en: 'There is no such repository of source code', de: 'Dieses Quelltext-Repository gibt es nicht' },
  hook_stays: { en: '{host} could not be reached', de: '{host} war nicht zu erreichen' },
  lock_file_too_slow: { en: 'Reading it takes too long', de: 'Sie zu lesen dauert zu lange' },
  lock_file_too_full: { en: 'Reading it takes too much memory', de: 'Sie zu lesen braucht zu viel Speicher' },
  no_git_pull: { code: 'not_found', en: 'No such pull request is known here', de: 'Ein solcher Pull-Request ist hier nicht bekannt' },
  no_package_url: {
    code: 'bad_request',
    en: 'This is no package URL of a kind that is known here; write one such as pkg:npm/left-pad, or a name',
    de: 'Das ist keine Package-URL einer hier bekannten Art; schreiben Sie eine wie pkg:npm/left-pad oder einen Namen',
  },
  hook_not_proven: {
    code: 'unauthenticated',
    en: 'The message does not prove that it comes from the vendor',
    de: 'Die Nachricht beweist nicht, dass sie vom Anbieter kommt',
  },
  git_elsewhere: {
    code: 'upstream_failed',
    en: 'The repository is cloned from {other}, and the token is for {host} alone; give {other} as the address',
    de: 'Das Repository wird von {other} geklont, und das Token ist nur für {host}; geben Sie {other} als Adresse an',
  },
});
