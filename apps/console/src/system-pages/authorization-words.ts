import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of letting an application act for oneself. */
export const { t } = catalogue({
  authorization: { en: 'Authorise an application', de: 'Eine Anwendung berechtigen' },
  wants: { en: '{application} wants to act for you, {name}', de: '{application} möchte für Sie handeln, {name}' },
  isPublic: {
    en: 'It runs where its users are and cannot prove who it is. Go on only if you have just started it yourself.',
    de: 'Sie läuft bei ihren Benutzern und kann sich nicht ausweisen. Fahren Sie nur fort, wenn Sie sie gerade selbst gestartet haben.',
  },
  willBeAble: { en: 'It will be able to:', de: 'Sie kann dann:' },
  mayAll: { en: 'do everything on this platform that you may do', de: 'auf dieser Plattform alles tun, was Sie dürfen' },
  mayAdminister: {
    en: 'administer the whole platform, as you may: users, permissions, repositories and settings',
    de: 'die ganze Plattform verwalten, wie Sie es dürfen: Benutzer, Berechtigungen, Repositorys und Einstellungen',
  },
  mayGroups: { en: 'do what members of these groups may do: {groups}', de: 'tun, was Mitglieder dieser Gruppen dürfen: {groups}' },
  mayAt: { en: '{actions} in {place}', de: 'in {place}: {actions}' },
  everywhere: { en: 'every repository', de: 'jedem Repository' },
  read: { en: 'read', de: 'lesen' },
  annotate: { en: 'annotate', de: 'beschreiben' },
  deploy: { en: 'deploy', de: 'einstellen' },
  delete: { en: 'delete', de: 'löschen' },
  manage: { en: 'manage', de: 'verwalten' },
  never: {
    en: 'It does not learn your password and can do no more than you, even when what you may do changes.',
    de: 'Sie erfährt Ihr Passwort nicht und kann nie mehr als Sie, auch wenn sich ändert, was Sie dürfen.',
  },
  goBack: { en: 'Then you go on to', de: 'Danach geht es weiter zu' },
  takeBack: { en: 'You can take this back at any time under', de: 'Sie können das jederzeit zurücknehmen unter' },
  allowed: { en: 'Allowed applications', de: 'Erlaubte Anwendungen' },
  allow: { en: 'Allow', de: 'Erlauben' },
  deny: { en: 'Deny', de: 'Ablehnen' },
  notYou: { en: 'Not you? Sign in as someone else', de: 'Sind Sie das nicht? Als jemand anderes anmelden' },
  unknown: { en: 'No application asks for access here', de: 'Hier bittet keine Anwendung um Zugriff' },
  unknownText: {
    en: 'This address names no application that is known to this installation. Start again in the application that sent you here.',
    de: 'Diese Adresse nennt keine Anwendung, die dieser Installation bekannt ist. Beginnen Sie noch einmal in der Anwendung, die Sie hierher geschickt hat.',
  },
  refused: { en: 'This request for access is not valid', de: 'Diese Bitte um Zugriff ist nicht gültig' },
  unknownApplication: {
    en: 'No application with this client ID is registered here. It may have been deleted. Nobody was told anything about you.',
    de: 'Hier ist keine Anwendung mit dieser Client-ID eingetragen. Vielleicht wurde sie gelöscht. Niemand hat etwas über Sie erfahren.',
  },
  unknownCallback: {
    en: 'The application asks to be answered at an address that is not registered for it, so you are not sent there. Somebody may be trying to get hold of your access.',
    de: 'Die Anwendung will die Antwort an einer Adresse, die für sie nicht eingetragen ist; Sie werden nicht dorthin geschickt. Vielleicht versucht jemand, an Ihren Zugriff zu kommen.',
  },
  malformed: {
    en: 'The address that brought you here is damaged: something is missing or stands there twice.',
    de: 'Die Adresse, die Sie hierher gebracht hat, ist beschädigt: Etwas fehlt oder steht doppelt darin.',
  },
  faulty: { en: '{application} asked in a way that cannot be answered', de: '{application} hat so gefragt, dass es keine Antwort gibt' },
  responseType: { en: 'It asks for something other than a code (response_type).', de: 'Sie verlangt etwas anderes als einen Code (response_type).' },
  responseMode: {
    en: 'It wants the answer in a way that is not offered (response_mode).',
    de: 'Sie will die Antwort auf einem Weg, den es hier nicht gibt (response_mode).',
  },
  challengeMissing: {
    en: 'It has no secret, so it must send a PKCE challenge (code_challenge).',
    de: 'Sie hat kein Geheimnis und muss deshalb eine PKCE-Aufgabe mitschicken (code_challenge).',
  },
  challengeMethod: {
    en: 'Its PKCE challenge is not of the method S256 (code_challenge_method).',
    de: 'Ihre PKCE-Aufgabe folgt nicht dem Verfahren S256 (code_challenge_method).',
  },
  scopeUnknown: { en: 'It asks for something that this platform does not know (scope).', de: 'Sie verlangt etwas, das diese Plattform nicht kennt (scope).' },
  scopeTooWide: { en: 'It asks for more than you may do yourself (scope).', de: 'Sie verlangt mehr, als Sie selbst dürfen (scope).' },
  tellIt: { en: 'Back to {application}', de: 'Zurück zu {application}' },
  home: { en: 'Go to the start page', de: 'Zur Startseite' },
});
