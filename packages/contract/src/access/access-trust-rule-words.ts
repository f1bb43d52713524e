import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields about trusted deployments. */
export const trustRules = sentences({
  choose_purpose: { en: 'Choose at least one purpose', de: 'Wählen Sie mindestens einen Zweck' },
  paste_pairing_token: { en: 'Paste the pairing token of the other deployment', de: 'Fügen Sie das Kopplungstoken des anderen Deployments ein' },
  pairing_token_too_long: { en: 'This is too long for a pairing token', de: 'Das ist zu lang für ein Kopplungstoken' },
  enter_deployment_name: { en: 'Enter a name', de: 'Geben Sie einen Namen ein' },
  deployment_name_too_long: { en: 'A name has at most 100 characters', de: 'Ein Name hat höchstens 100 Zeichen' },
  enter_deployment_address: {
    en: 'Enter an address that begins with http:// or https://, without user name and password',
    de: 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt, ohne Benutzername und Passwort',
  },
});
