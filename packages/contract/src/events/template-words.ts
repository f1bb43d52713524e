import { sentences } from '../sentences.ts';

/** This is said about the templates that make the body of a webhook's message. */
export const templateWords = sentences({
  template_too_long: {
    code: 'bad_request',
    en: 'The template has more than {limit} bytes',
    de: 'Die Vorlage hat mehr als {limit} Bytes',
  },
  template_not_closed: {
    code: 'bad_request',
    en: 'Line {line}, column {column}: what begins here is not closed',
    de: 'Zeile {line}, Spalte {column}: Was hier beginnt, wird nicht geschlossen',
  },
  template_not_understood: {
    code: 'bad_request',
    en: "Line {line}, column {column}: '{written}' is neither a value nor a value as JSON nor a secret",
    de: 'Zeile {line}, Spalte {column}: „{written}“ ist weder ein Wert noch ein Wert als JSON noch ein Geheimnis',
  },
  template_value_unknown: {
    code: 'bad_request',
    en: "Line {line}, column {column}: there is no value '{written}'; values begin with {known}",
    de: 'Zeile {line}, Spalte {column}: Es gibt keinen Wert „{written}“; Werte beginnen mit {known}',
  },
  template_secret_missing: {
    code: 'bad_request',
    en: "The template asks for the secret '{name}', which the webhook does not have",
    de: 'Die Vorlage verlangt das Geheimnis „{name}“, das der Webhook nicht hat',
  },
  rendered_too_long: {
    code: 'bad_request',
    en: 'The template makes more than {limit} bytes of this event',
    de: 'Die Vorlage macht aus diesem Ereignis mehr als {limit} Bytes',
  },
});
