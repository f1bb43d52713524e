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
  descriptor_names_twice: { code: 'bad_request', en: '{field} stands there twice', de: '{field} steht zweimal da' },
  descriptor_keeps_no_backups: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: have a timer of the system run "packhouse backup", which says itself what is kept and for how long',
    de: '{field} lässt sich nicht über den Deskriptor setzen: Lassen Sie einen Zeitgeber des Systems „packhouse backup“ aufrufen; der Befehl sagt selbst, was wie lange aufbewahrt wird',
  },
  descriptor_keeps_no_property_sets: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: properties may have any name and value here, so that no set has to allow them',
    de: '{field} lässt sich nicht über den Deskriptor setzen: Eigenschaften dürfen hier jeden Namen und Wert haben und brauchen kein Set, das sie erlaubt',
  },
  descriptor_keeps_no_layouts: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: the package type of a repository says how its files are laid out',
    de: '{field} lässt sich nicht über den Deskriptor setzen: Der Pakettyp eines Repositorys sagt, wie seine Dateien angeordnet sind',
  },
  descriptor_keeps_no_repositories: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: PUT and POST /artifactory/api/repositories/<key> make and change repositories',
    de: '{field} lässt sich nicht über den Deskriptor setzen: PUT und POST /artifactory/api/repositories/<key> legen Repositorys an und ändern sie',
  },
  descriptor_keeps_no_clean_up: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: garbage is collected by itself, and retention policies in the console say what else goes when',
    de: '{field} lässt sich nicht über den Deskriptor setzen: Unbenutztes wird von selbst abgeräumt, und Aufbewahrungsrichtlinien in der Konsole sagen, was sonst wann geht',
  },
  descriptor_keeps_no_quota: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: quotas are set for each repository and project',
    de: '{field} lässt sich nicht über den Deskriptor setzen: Kontingente gelten je Repository und Projekt',
  },
  descriptor_has_other_call: {
    code: 'bad_request',
    en: '{field} cannot be set by the descriptor: {call} sets it',
    de: '{field} lässt sich nicht über den Deskriptor setzen: {call} setzt es',
  },
});
