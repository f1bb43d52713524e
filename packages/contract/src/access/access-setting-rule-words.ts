import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of settings, licences, applications and other systems that people sign in by. */
export const accessSettingRules = sentences({
  enter_crowd_address: { en: 'Enter an address such as https://crowd.example.org/crowd', de: 'Geben Sie eine Adresse wie https://crowd.example.org/crowd ein' },
  enter_cookie_name: { en: 'Enter the name of a cookie', de: 'Geben Sie den Namen eines Cookies ein' },
  enter_server_address: { en: 'Enter the address of the server', de: 'Geben Sie die Adresse des Servers ein' },
  enter_application_name: { en: 'Enter the name of the application', de: 'Geben Sie den Namen der Anwendung ein' },
  enter_header_name: { en: 'Enter the name of a header, such as X-Remote-User', de: 'Geben Sie den Namen eines Headers ein, etwa X-Remote-User' },
  enter_address_or_range: {
    en: 'Enter an address or a range, such as 10.0.0.5 or 10.0.0.0/24',
    de: 'Geben Sie eine Adresse oder einen Bereich ein, etwa 10.0.0.5 oder 10.0.0.0/24',
  },
  enter_proxy_address: { en: 'Enter the address of the proxy', de: 'Geben Sie die Adresse des Proxys ein' },
  setting_key_characters: {
    en: 'Use lower-case letters, digits and dashes, beginning with a letter',
    de: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben beginnend',
  },
  enter_attribute_name: { en: 'Enter the name of an attribute', de: 'Geben Sie den Namen eines Attributs ein' },
  filter_needs_parentheses: { en: 'A filter stands in parentheses, such as (uid={0})', de: 'Ein Filter steht in Klammern, etwa (uid={0})' },
  enter_ldap_address: {
    en: 'Enter an address such as ldaps://ldap.example.org/dc=example,dc=org',
    de: 'Geben Sie eine Adresse wie ldaps://ldap.example.org/dc=example,dc=org ein',
  },
  enter_filter_or_pattern: {
    en: 'Enter a filter to look users up with, or a pattern of their names',
    de: 'Geben Sie einen Filter ein, der Benutzer findet, oder ein Muster ihrer Namen',
  },
  pattern_needs_user_name: { en: 'The pattern needs {0} where the user name goes', de: 'Das Muster braucht {0}, wo der Benutzername hinkommt' },
  filter_needs_user_name: { en: 'The filter needs {0} where the user name goes', de: 'Der Filter braucht {0}, wo der Benutzername hinkommt' },
  paste_licence: { en: 'Paste the licence, or choose its file', de: 'Fügen Sie die Lizenz ein, oder wählen Sie ihre Datei' },
  licence_too_long: { en: 'This is too long for a licence', de: 'Das ist zu lang für eine Lizenz' },
  enter_claim_name: { en: 'Enter the name of a claim', de: 'Geben Sie den Namen einer Angabe ein' },
  enter_client_id: { en: 'Enter the client id that the provider gave you', de: 'Geben Sie die Client-ID ein, die Sie vom Anbieter haben' },
  enter_this_address: { en: 'Enter this address', de: 'Geben Sie diese Adresse ein' },
  field_mandatory: { en: 'This field is mandatory', de: 'Dieses Feld muss ausgefüllt sein' },
  name_without_special_characters: {
    en: 'Name cannot contain spaces or special characters',
    de: 'Der Name darf keine Leerzeichen und keine Sonderzeichen enthalten',
  },
  description_too_long: { en: 'A description has at most 500 characters', de: 'Eine Beschreibung hat höchstens 500 Zeichen' },
  callback_url_characters: {
    en: 'A callback URL has no #, no backslash and no spaces',
    de: 'In einer Rücksprungadresse stehen kein #, kein \\ und keine Leerzeichen',
  },
  too_many_callback_urls: { en: 'An application has at most 20 callback URLs', de: 'Eine Anwendung hat höchstens 20 Rücksprungadressen' },
  name_longer_than_60: { en: 'A name has at most 60 characters', de: 'Ein Name hat höchstens 60 Zeichen' },
  name_characters: {
    en: 'Use letters, digits, spaces and . _ - only, beginning with a letter or digit',
    de: 'Verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und . _ -, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  name_one_claim: {
    en: 'Name at least one claim, or every token of the issuer would fit',
    de: 'Nennen Sie mindestens eine Angabe, sonst passte jedes Token des Ausstellers',
  },
  token_life_too_short: { en: 'A token lives at least 10 seconds', de: 'Ein Token gilt mindestens 10 Sekunden' },
  ci_token_life_too_long: { en: 'A token for CI lives at most a day', de: 'Ein Token für CI gilt höchstens einen Tag' },
  enter_scope: { en: 'Enter a scope', de: 'Geben Sie einen Scope ein' },
  enter_provider_data: { en: 'Enter what the identity provider gave you', de: 'Geben Sie ein, was Sie vom Identitätsanbieter haben' },
  enter_realm: { en: 'Enter a realm', de: 'Geben Sie einen Realm ein' },
  realm_too_long: { en: 'A realm has at most 100 characters', de: 'Ein Realm hat höchstens 100 Zeichen' },
  realm_characters: {
    en: 'Use letters of the English alphabet, digits, blanks and signs, but no quotes and no backslashes',
    de: 'Verwenden Sie Buchstaben ohne Umlaute, Ziffern, Leerzeichen und Zeichen, aber keine Anführungszeichen und keine Backslashes',
  },
  enter_days: { en: 'Enter a number of days', de: 'Geben Sie eine Zahl von Tagen ein' },
  enter_whole_days: { en: 'Enter whole days', de: 'Geben Sie ganze Tage ein' },
  enter_0_or_more: { en: 'Enter 0 or more', de: 'Geben Sie 0 oder mehr ein' },
  days_longer_than_3650: { en: 'Enter at most 3650 days', de: 'Geben Sie höchstens 3650 Tage ein' },
  enter_mail_server: { en: 'Enter the name or the address of the mail server', de: 'Geben Sie den Namen oder die Adresse des Mailservers ein' },
  enter_port: { en: 'Enter a port', de: 'Geben Sie einen Port ein' },
  port_too_small: { en: 'A port is at least 1', de: 'Ein Port ist mindestens 1' },
  port_too_large: { en: 'A port is at most 65535', de: 'Ein Port ist höchstens 65535' },
  enter_web_address: { en: 'Enter an address that begins with https:// or http://', de: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt' },
  ldaps_with_starttls: {
    en: 'ldaps:// is encrypted from the beginning; StartTLS goes with ldap://',
    de: 'ldaps:// ist von Anfang an verschlüsselt; StartTLS gehört zu ldap://',
  },
});
