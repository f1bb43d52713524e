import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the general settings. */
export const { t } = catalogue({
  general: { en: 'General settings', de: 'Allgemeine Einstellungen' },
  place: { en: 'Name and address', de: 'Name und Adresse' },
  placeHelp: {
    en: 'What people read at sign-in, and the address that commands, mails and identity providers are given.',
    de: 'Was bei der Anmeldung zu lesen ist, und die Adresse, die Befehle, E-Mails und Identitätsanbieter erhalten.',
  },
  serverName: { en: 'Server name', de: 'Name des Servers' },
  serverNameHint: { en: 'Empty: the name of the host.', de: 'Leer: der Name des Hosts.' },
  baseUrl: { en: 'Base URL', de: 'Basis-URL' },
  baseUrlHint: {
    en: 'Scheme, host and port, without a path. Empty: the address that each request came to.',
    de: 'Schema, Host und Port, ohne Pfad. Leer: die Adresse, an die die jeweilige Anfrage ging.',
  },
  baseUrlFixed: {
    en: 'The configuration of the server fixes it to {address}; what is set here has no effect.',
    de: 'Die Konfiguration des Servers legt sie auf {address} fest; was hier steht, wirkt nicht.',
  },
  baseUrlWarning: {
    en: 'Identity providers compare the addresses they were given: enter the new ones there too.',
    de: 'Identitätsanbieter vergleichen die Adressen, die ihnen genannt wurden: Tragen Sie die neuen auch dort ein.',
  },
  looks: { en: 'Looks', de: 'Aussehen' },
  logo: { en: 'Logo', de: 'Logo' },
  logoHint: {
    en: 'PNG, JPEG or SVG, at most {size} kB. An SVG may hold no scripts and no references.',
    de: 'PNG, JPEG oder SVG, höchstens {size} kB. Ein SVG darf keine Skripte und keine Verweise enthalten.',
  },
  chooseLogo: { en: 'Choose a picture', de: 'Bild wählen' },
  currentLogo: { en: 'The logo as it is', de: 'Das aktuelle Logo' },
  removeLogo: { en: 'Remove the logo', de: 'Logo entfernen' },
  logoSaved: { en: 'The logo was saved', de: 'Das Logo wurde gespeichert' },
  logoRemoved: { en: 'The logo was removed', de: 'Das Logo wurde entfernt' },
  tooLarge: { en: 'Choose a picture of at most {size} kB', de: 'Wählen Sie ein Bild von höchstens {size} kB' },
  logoUrl: { en: 'Address of a logo elsewhere', de: 'Adresse eines Logos anderswo' },
  logoUrlHint: {
    en: 'Browsers load it from there; the server does not. An uploaded logo goes before it.',
    de: 'Browser laden es von dort, der Server nicht. Ein hochgeladenes Logo geht vor.',
  },
  footerMessage: { en: 'Footer message', de: 'Fußzeile' },
  footerMessageHint: { en: 'Stands at the foot of every page, at sign-in too.', de: 'Steht am Fuß jeder Seite, auch bei der Anmeldung.' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The general settings were saved', de: 'Die allgemeinen Einstellungen wurden gespeichert' },
});
