import { sentences } from '../sentences.ts';

/** Who makes the platform that a single instance becomes part of. */
export const providerName = 'JFrog';

/** This is said about platform deployments. */
export const missionWords = sentences({
  no_deployment: { code: 'not_found', en: 'There is no such platform deployment', de: 'Dieses Platform Deployment gibt es nicht' },
  deployment_name_taken: {
    code: 'already_exists',
    en: 'Another platform deployment has this name',
    de: 'Ein anderes Platform Deployment hat diesen Namen',
  },
  home_stays: {
    code: 'conflict',
    en: 'This is the deployment that you are using; it cannot be removed',
    de: 'Das ist das Deployment, mit dem Sie gerade arbeiten; es kann nicht entfernt werden',
  },
  trust_missing: {
    code: 'unavailable',
    en: 'Deployments cannot be paired while the access service does not run',
    de: 'Deployments lassen sich nicht koppeln, während der Dienst Zugriff nicht läuft',
  },
  that_is_home: {
    code: 'conflict',
    en: 'The token was made by this deployment itself; make one in the other deployment',
    de: 'Das Token stammt von diesem Deployment selbst; erzeugen Sie eines im anderen Deployment',
  },
  nobody_counts_usage: {
    code: 'unavailable',
    en: 'Nobody counts what is used: insight does not run',
    de: 'Niemand zählt die Nutzung: Der Dienst Auswertungen läuft nicht',
  },
  some_services_offline: { en: 'Some services are offline', de: 'Einige Dienste sind offline' },
  storage_not_writable: { en: 'Nothing can be written to its storage', de: 'In seinen Speicher lässt sich nichts schreiben' },
  deployment_silent: { en: 'It cannot be reached: {why}', de: 'Es ist nicht erreichbar: {why}' },
  deployment_refuses: {
    en: 'It refuses this deployment, or something on the way to it does',
    de: 'Es weist dieses Deployment ab, oder etwas auf dem Weg dorthin tut es',
  },
  deployment_not_watched: {
    en: 'It trusts this deployment, and does not accept being watched by it',
    de: 'Es vertraut diesem Deployment, lässt sich von ihm aber nicht beobachten',
  },
  deployment_trusts_otherwise: {
    en: 'It trusts this deployment, but not for mission control',
    de: 'Es vertraut diesem Deployment, aber nicht für den Leitstand',
  },
  trust_ended_here: {
    en: 'It is not trusted here any more; pair with it again',
    de: 'Ihm wird hier nicht mehr vertraut; koppeln Sie es neu',
  },
  deployment_clocks_differ: {
    en: 'The clocks differ: it is {theirs} there and {ours} here',
    de: 'Die Uhren weichen ab: Dort ist es {theirs}, hier {ours}',
  },
  no_beacon_there: {
    en: 'Something answers there that is no mission control: another program, or a version that is too old',
    de: 'Dort antwortet etwas, das kein Leitstand ist: ein anderes Programm oder eine zu alte Version',
  },
  beacon_unreadable: { en: 'Its answer is not understood', de: 'Seine Antwort ist nicht zu verstehen' },
  beacon_of_another: { code: 'forbidden', en: 'Another deployment answers at its address', de: 'Unter seiner Adresse antwortet ein anderes Deployment' },
  instance_upgraded: {
    en: 'This Artifactory instance has been upgraded to a {provider} Platform Deployment. Please update the connection details',
    de: 'Diese Artifactory-Instanz wurde zu einem {provider} Platform Deployment. Bitte ändern Sie die Verbindungsdaten',
  },
  instance_refuses: { en: 'It does not take this user name and password', de: 'Es nimmt diesen Benutzernamen und dieses Passwort nicht an' },
  no_instance_there: { en: 'Something else answers at this address', de: 'Unter dieser Adresse antwortet etwas anderes' },
  deployment_fails: { en: 'It answers {status}', de: 'Es antwortet {status}' },
});

/** Schemas say this about platform deployments. */
export const missionRules = sentences({
  paste_deployment_token: { en: 'Paste the pairing token', de: 'Fügen Sie das Kopplungstoken ein' },
  enter_instance_user: { en: 'Enter a user name', de: 'Geben Sie einen Benutzernamen ein' },
  enter_instance_password: { en: 'Enter a password', de: 'Geben Sie ein Passwort ein' },
  deployment_name_characters: { en: 'A name has no slashes', de: 'Ein Name enthält keine Schrägstriche' },
  two_letter_country: { en: 'A country is two letters, such as DE', de: 'Ein Land sind zwei Buchstaben, etwa DE' },
});
