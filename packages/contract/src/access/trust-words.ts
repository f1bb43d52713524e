import { sentences } from '../sentences.ts';

/** This is said about deployments that trust each other. */
export const trustWords = sentences({
  pairing_token_unreadable: {
    code: 'invalid_input',
    en: 'This is no pairing token, or a part of it is missing; copy it again',
    de: 'Das ist kein Kopplungstoken, oder ein Teil davon fehlt; kopieren Sie es noch einmal',
  },
  pairing_token_over: {
    code: 'invalid_input',
    en: 'The pairing token holds no longer: it lives for five minutes and pairs once. Have a new one made on the other deployment',
    de: 'Das Kopplungstoken gilt nicht mehr: Es lebt fünf Minuten und koppelt einmal. Lassen Sie auf dem anderen Deployment ein neues erstellen',
  },
  pairing_token_of_this: {
    code: 'invalid_input',
    en: 'This pairing token was made on this very deployment; paste it on the other one',
    de: 'Dieses Kopplungstoken wurde auf diesem Deployment selbst erstellt; fügen Sie es auf dem anderen ein',
  },
  pairing_proof_wrong: {
    code: 'unauthenticated',
    en: 'The deployment does not prove that the key it names is its own',
    de: 'Das Deployment weist nicht nach, dass der Schlüssel, den es nennt, ihm gehört',
  },
  pairing_refused: { code: 'upstream_failed', en: '{name} refuses the pairing: {why}', de: '{name} lehnt die Kopplung ab: {why}' },
  pairing_answer_wrong: {
    code: 'upstream_failed',
    en: '{url} does not answer as the deployment that made the pairing token',
    de: '{url} antwortet nicht als das Deployment, das das Kopplungstoken erstellt hat',
  },
  same_deployment_id: {
    code: 'conflict',
    en: 'Both deployments have the id {id}: one was copied from the other, so they cannot be told apart',
    de: 'Beide Deployments haben die ID {id}: Eines ist eine Kopie des anderen, sie lassen sich nicht unterscheiden',
  },
  known_with_other_key: {
    code: 'conflict',
    en: '{name} is known here with another key; revoke it and remove it from the list first',
    de: '{name} ist hier mit einem anderen Schlüssel bekannt; widerrufen Sie es und entfernen Sie es zuerst aus der Liste',
  },
  own_address_unknown: {
    code: 'conflict',
    en: 'This deployment does not know its own address; enter it in the general settings first',
    de: 'Dieses Deployment kennt seine eigene Adresse nicht; geben Sie sie zuerst in den allgemeinen Einstellungen ein',
  },
  no_trusted_deployment: { code: 'not_found', en: 'No deployment {name} is known here', de: 'Hier ist kein Deployment {name} bekannt' },
  trust_ended: { code: 'forbidden', en: '{name} is not trusted any more', de: '{name} wird nicht mehr vertraut' },
  trust_not_ended: {
    code: 'conflict',
    en: '{name} is still trusted; revoke it before you remove it from the list',
    de: '{name} wird noch vertraut; widerrufen Sie es, bevor Sie es aus der Liste entfernen',
  },
  call_unsigned: {
    code: 'unauthenticated',
    en: 'Only trusted deployments make this call, with a signature',
    de: 'Diesen Aufruf machen nur vertraute Deployments, mit einer Signatur',
  },
  caller_unknown: { code: 'unauthenticated', en: 'The calling deployment is not known here', de: 'Das aufrufende Deployment ist hier nicht bekannt' },
  call_signature_wrong: { code: 'unauthenticated', en: 'The signature does not fit the call', de: 'Die Signatur passt nicht zum Aufruf' },
  call_for_other: { code: 'unauthenticated', en: 'The call is signed for another deployment', de: 'Der Aufruf ist für ein anderes Deployment signiert' },
  call_repeated: { code: 'unauthenticated', en: 'This very call has come before', de: 'Genau dieser Aufruf ist schon einmal gekommen' },
  clocks_differ: {
    code: 'unauthenticated',
    en: 'The clocks differ too much: it is {here} here, and the call says {there}',
    de: 'Die Uhren gehen zu weit auseinander: Hier ist es {here}, und der Aufruf sagt {there}',
  },
  peer_trusts_us_not: {
    code: 'forbidden',
    en: '{name} does not trust this deployment: {why}',
    de: '{name} vertraut diesem Deployment nicht: {why}',
  },
  peer_redirects: {
    code: 'upstream_failed',
    en: '{name} leads to another address (status {status}), and signed calls follow none; enter its new address',
    de: '{name} leitet zu einer anderen Adresse (Status {status}), und signierte Aufrufe folgen keiner; geben Sie die neue Adresse ein',
  },
  peer_answer_too_large: { code: 'upstream_failed', en: 'The answer of {name} is too large', de: 'Die Antwort von {name} ist zu groß' },
  peer_too_slow: { code: 'upstream_unavailable', en: '{name} answers too slowly', de: '{name} antwortet zu langsam' },
  peer_breaks_off: { code: 'upstream_unavailable', en: '{name} broke its answer off', de: '{name} hat seine Antwort abgebrochen' },
  peer_answers: { code: 'upstream_failed', en: '{name} answers with status {status}', de: '{name} antwortet mit Status {status}' },
  peer_works: { en: 'It answers and trusts this deployment', de: 'Es antwortet und vertraut diesem Deployment' },
  too_many_pairings: {
    code: 'too_many_requests',
    en: 'Too many pairing tokens wait to be used; they end after five minutes',
    de: 'Zu viele Kopplungstoken warten auf ihre Verwendung; sie enden nach fünf Minuten',
  },
});
