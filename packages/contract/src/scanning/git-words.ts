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
});
