import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of ignore rules and sources. */
export const scanningRules = sentences({
  give_web_address: { en: 'Give an address that begins with https:// or http://', de: 'Geben Sie eine Adresse an, die mit https:// oder http:// beginnt' },
  credentials_stored_in_open: {
    en: 'An address with a user name or password would be stored in the open',
    de: 'Eine Adresse mit Benutzernamen oder Passwort würde offen gespeichert',
  },
  name_source: { en: 'Give the source a name', de: 'Geben Sie der Quelle einen Namen' },
  name_vulnerability: { en: 'Name at least one vulnerability, CVE or licence', de: 'Nennen Sie mindestens eine Schwachstelle, CVE oder Lizenz' },
  say_why: { en: 'Say why, for those who look at it later', de: 'Sagen Sie, warum, für alle, die später hinsehen' },
  longer_than_2000: { en: 'At most 2000 letters', de: 'Höchstens 2000 Buchstaben' },
  give_date_time: { en: 'Give a date and a time', de: 'Geben Sie Datum und Uhrzeit an' },
  choose_future_moment: { en: 'Choose a moment in the future', de: 'Wählen Sie einen Zeitpunkt in der Zukunft' },
  choose_at_least_one: { en: 'Choose at least one', de: 'Wählen Sie mindestens eines' },
  rules_not_limited_to_policies: { en: 'Rules cannot be limited to policies here', de: 'Regeln lassen sich hier nicht auf Richtlinien einschränken' },
  rules_not_limited_to_watches: { en: 'Rules cannot be limited to watches here', de: 'Regeln lassen sich hier nicht auf Watches einschränken' },
  rules_not_limited_to_layers: { en: 'Rules cannot be limited to layers here', de: 'Regeln lassen sich hier nicht auf Schichten einschränken' },
  rules_not_limited_to_bundles: { en: 'Rules cannot be limited to release bundles here', de: 'Regeln lassen sich hier nicht auf Release-Bundles einschränken' },
  rules_not_limited_to_git: { en: 'Rules cannot be limited to Git repositories here', de: 'Regeln lassen sich hier nicht auf Git-Repositorys einschränken' },
  rules_not_limited_to_risks: { en: 'Rules cannot be limited to operational risks here', de: 'Regeln lassen sich hier nicht auf Betriebsrisiken einschränken' },
});
