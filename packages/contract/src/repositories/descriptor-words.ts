import { sentences } from '../sentences.ts';

/** This is said about changes of the descriptor that existing clients know. */
export const descriptorWords = sentences({
  descriptor_lacks_field: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor',
    de: '{field} lässt sich nicht über den Deskriptor setzen',
  },
  descriptor_days_unfit: {
    code: 'bad_request',
    en: '{field} takes a number from 1 to 3650',
    de: '{field} nimmt eine Zahl von 1 bis 3650',
  },
  descriptor_number_unfit: {
    code: 'bad_request',
    en: '{field} takes a whole number from 1 to {most}',
    de: '{field} nimmt eine ganze Zahl von 1 bis {most}',
  },
  descriptor_needs_field: { code: 'bad_request', en: '{field} has to be said', de: '{field} ist anzugeben' },
  descriptor_base_fixed: {
    code: 'bad_request',
    en: 'urlBase cannot be set: the configuration of the server says {url}',
    de: 'urlBase lässt sich nicht setzen: Die Konfiguration des Servers sagt {url}',
  },
  descriptor_is_no_map: { code: 'bad_request', en: 'Send settings by their names', de: 'Senden Sie Einstellungen unter ihren Namen' },
});
