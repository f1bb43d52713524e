import { sentences } from './sentences.ts';

/** The kernel says this: about rights, bodies, streams and servers elsewhere. */
export const kernelWords = sentences({
  console_not_built: {
    code: 'unavailable',
    en: 'The console has not been built; run `npm run build`',
    de: 'Die Konsole wurde nicht gebaut; führen Sie `npm run build` aus',
  },
  administrators_only: { code: 'forbidden', en: 'Only an administrator may do this', de: 'Das dürfen nur Administratoren' },
  address_private: {
    code: 'address_refused',
    en: '{host} is an address of a private network; an administrator can allow it under outgoing.allow (PACKHOUSE_OUTGOING_ALLOW) in the configuration',
    de: '{host} ist eine Adresse eines privaten Netzes; die Administration kann sie in der Konfiguration unter outgoing.allow (PACKHOUSE_OUTGOING_ALLOW) erlauben',
  },
  action_needed_in_project_path: {
    code: 'forbidden',
    en: "You need '{action}' on {name}/{path}; an administrator of the project can grant it",
    de: 'Sie brauchen „{action}“ auf {name}/{path}; die Administration des Projekts kann es gewähren',
  },
  action_needed_on_path: {
    code: 'forbidden',
    en: "You need '{action}' on {name}/{path}; a repository manager or an administrator can grant it",
    de: 'Sie brauchen „{action}“ auf {name}/{path}; wer das Repository verwaltet oder die Administration kann es gewähren',
  },
  action_needed_in_project: {
    code: 'forbidden',
    en: "You need '{action}' on {name}; an administrator of the project can grant it",
    de: 'Sie brauchen „{action}“ auf {name}; die Administration des Projekts kann es gewähren',
  },
  action_needed: {
    code: 'forbidden',
    en: "You need '{action}' on {name}; a repository manager or an administrator can grant it",
    de: 'Sie brauchen „{action}“ auf {name}; wer das Repository verwaltet oder die Administration kann es gewähren',
  },
  action_needed_somewhere: {
    code: 'forbidden',
    en: "You need '{action}' on a {why}; an administrator can grant it",
    de: 'Sie brauchen „{action}“ auf einem {why}; die Administration kann es gewähren',
  },
  grant_allows: { en: "it grants '{action}' on {name}", de: 'gewährt „{action}“ auf {name}' },
  outside_project: { en: '{name} does not belong to project {project}', de: '{name} gehört nicht zum Projekt {project}' },
  role_elsewhere: { en: 'the role does not hold in {environments}, where {name} is', de: 'die Rolle gilt nicht in {environments}, wo {name} ist' },
  grant_names_other: { en: 'it does not name {why} {name}', de: 'nennt {why} {name} nicht' },
  grant_lacks_action: { en: "it does not include '{action}'", de: 'enthält „{action}“ nicht' },
  excluded_by_pattern: { en: 'its exclude patterns match {path}', de: 'ihre Ausschlussmuster treffen auf {path} zu' },
  not_included_by_pattern: { en: 'none of its include patterns matches {path}', de: 'keines ihrer Einschlussmuster trifft auf {path} zu' },
  wider_scope_does_not_cover: { en: 'what it was narrowed from does not cover it', de: 'das, wovon es eingeschränkt wurde, umfasst es nicht' },
  token_does_not_cover: { en: "the token does not cover '{action}' here", de: 'das Token umfasst „{action}“ hier nicht' },
  administrators_may_all: { en: 'administrators may do everything', de: 'Administratoren dürfen alles' },
  too_many_large_documents: {
    code: 'unavailable',
    en: 'Too many large documents come in at once; send it again in a moment',
    de: 'Es kommen zu viele große Dokumente zugleich an; senden Sie es gleich noch einmal',
  },
  body_too_slow: { code: 'bad_request', en: 'The body did not arrive in time', de: 'Der Inhalt kam nicht rechtzeitig an' },
  document_has_too_many_values: { code: 'too_large', en: 'The document has more than {count} values', de: 'Das Dokument hat mehr als {count} Werte' },
  upload_busy: { code: 'conflict', en: 'Another request is writing to this upload', de: 'Eine andere Anfrage schreibt gerade an diesem Upload' },
  repository: { en: 'repository', de: 'Repository' },
  build: { en: 'build', de: 'Build' },
  releaseBundle: { en: 'releaseBundle', de: 'Release-Bundle' },
  project: { en: 'project', de: 'Projekt' },
  certificate_unreadable: { en: 'Certificate {number} of {count} cannot be read', de: 'Zertifikat {number} von {count} lässt sich nicht lesen' },
  character_not_storable: {
    code: 'bad_request',
    en: 'A text contains a character that cannot be kept',
    de: 'Ein Text enthält ein Zeichen, das sich nicht speichern lässt',
  },
  too_many_windows: {
    code: 'too_many_requests',
    en: 'Too many windows follow what happens; close some',
    de: 'Zu viele Fenster verfolgen, was geschieht; schließen Sie einige',
  },
  no_web_address: { code: 'address_refused', en: "'{text}' is not an http or https address", de: '„{text}“ ist keine Adresse mit http oder https' },
  upload_redirected: {
    code: 'upstream_failed',
    en: 'The upstream sends an upload elsewhere ({status})',
    de: 'Der Quellserver schickt einen Upload anderswohin ({status})',
  },
  proxy_wants_credentials: {
    code: 'upstream_unavailable',
    en: 'The proxy {proxy} answered {status}: it wants another user name or password',
    de: 'Der Proxy {proxy} antwortete mit {status}: Er will einen anderen Benutzernamen oder ein anderes Passwort',
  },
  proxy_answered: { code: 'upstream_unavailable', en: 'The proxy {proxy} answered {status}', de: 'Der Proxy {proxy} antwortete mit {status}' },
  host_unreachable: { code: 'upstream_unavailable', en: '{host} cannot be reached ({reason})', de: '{host} ist nicht erreichbar ({reason})' },
  host_unreachable_through_proxy: {
    code: 'upstream_unavailable',
    en: '{host} cannot be reached through the proxy {proxy} ({reason})',
    de: '{host} ist über den Proxy {proxy} nicht erreichbar ({reason})',
  },
  host_too_slow: { code: 'upstream_unavailable', en: '{host} did not answer within {time} ms', de: '{host} hat nicht innerhalb von {time} ms geantwortet' },
  host_redirects: { en: '{host} sends on to {other}', de: '{host} leitet zu {other} weiter' },
  too_many_redirects: {
    code: 'upstream_failed',
    en: 'The upstream redirects more than {count} times',
    de: 'Der Quellserver leitet mehr als {count}-mal weiter',
  },
});
