import { sentences } from '../sentences.ts';

/** This is said about webhooks and what they send. */
export const hookWords = sentences({
  no_hook: { code: 'not_found', en: 'There is no webhook {key}', de: 'Es gibt keinen Webhook {key}' },
  hook_exists: { code: 'already_exists', en: 'This name already exist', de: 'Diesen Namen gibt es schon' },
  hook_key_fixed: { code: 'invalid_input', en: 'A webhook keeps its name', de: 'Ein Webhook behält seinen Namen' },
  hook_mask_without_secret: {
    en: 'No secret is kept that this could stand for; enter it',
    de: 'Es ist kein Geheimnis gespeichert, für das dies stehen könnte; geben Sie es ein',
  },
  hook_secret_of_other_server: {
    en: 'The secrets that are kept were given for another server; enter them again',
    de: 'Die gespeicherten Geheimnisse gelten einem anderen Server; geben Sie sie noch einmal ein',
  },
  no_hook_proxy: { en: 'There is no outgoing proxy {key}', de: 'Es gibt keinen ausgehenden Proxy {key}' },
  no_hook_delivery: { code: 'not_found', en: 'There is no such message', de: 'Diese Nachricht gibt es nicht' },
  delivery_settled: { code: 'conflict', en: 'The message does not wait any more', de: 'Die Nachricht wartet nicht mehr' },
  dummy_hook_sent: {
    en: 'A dummy hook was executed and sent to the configured URL',
    de: 'Ein Probe-Webhook wurde ausgeführt und an die angegebene URL gesendet',
  },
  dummy_hook_failed: { en: 'Sending a dummy Webhook failed', de: 'Das Senden eines Probe-Webhooks ist fehlgeschlagen' },
  receiver_unreachable: {
    code: 'upstream_failed',
    en: 'The message did not get through: {why}',
    de: 'Die Nachricht kam nicht durch: {why}',
  },
  receiver_too_slow: { code: 'upstream_timeout', en: 'The receiver did not answer in time', de: 'Der Empfänger hat nicht rechtzeitig geantwortet' },
  receiver_answered: { en: 'The receiver answered {status}', de: 'Der Empfänger hat mit {status} geantwortet' },
  receiver_redirects: {
    en: 'The receiver answered {status} and names another address; hooks do not follow it',
    de: 'Der Empfänger hat mit {status} geantwortet und nennt eine andere Adresse; Webhooks folgen ihr nicht',
  },
  receiver_gone: {
    en: 'The receiver answered 410: it wants nothing more, so the webhook was switched off',
    de: 'Der Empfänger hat mit 410 geantwortet: Er will nichts mehr, daher wurde der Webhook ausgeschaltet',
  },
  message_too_old: {
    en: 'It could not be delivered within {count} {count|hour|hours}',
    de: 'Sie ließ sich {count} {count|Stunde|Stunden} lang nicht zustellen',
  },
  messages_hollow: {
    en: '{count} {count|message has|messages have} no body that could be sent; mend the template, then send past events',
    de: '{count} {count|Nachricht hat|Nachrichten haben} keinen Inhalt, der sich senden ließe; berichtigen Sie die Vorlage, und senden Sie dann vergangene Ereignisse',
  },
  messages_being_sent: {
    en: '{count} {count|message is|messages are} being sent at this moment',
    de: '{count} {count|Nachricht wird|Nachrichten werden} gerade gesendet',
  },
  messages_gone: {
    en: '{count} {count|message is|messages are} no longer kept',
    de: '{count} {count|Nachricht wird|Nachrichten werden} nicht mehr aufbewahrt',
  },
  nothing_given_up: { en: 'Nothing was given up since then', de: 'Seitdem wurde nichts aufgegeben' },
  nothing_untold: {
    en: 'Nothing happened since then that it was not told of',
    de: 'Seitdem geschah nichts, wovon er nicht erfuhr',
  },
  events_untellable: {
    en: '{count} {count|event|events} cannot be told: {why}',
    de: '{count} {count|Ereignis lässt|Ereignisse lassen} sich nicht mitteilen: {why}',
  },
  messages_wait_disabled: {
    en: 'They wait until {hooks} is switched on',
    de: 'Sie warten, bis {hooks} eingeschaltet ist',
  },
  messages_wait_paused: { en: 'They wait until {hooks} goes on', de: 'Sie warten, bis {hooks} weiterläuft' },
  message_cancelled: { en: 'Cancelled by {user}', de: 'Abgebrochen von {user}' },
});
