import { maxLogoBytes } from './access/logo-limit.ts';
import { sentences } from './sentences.ts';

/** Schemas ask this of the fields of users, groups, permissions and projects. */
export const accessRules = sentences({
  enter_user_name: { en: 'Enter a user name', de: 'Geben Sie einen Benutzernamen ein' },
  user_name_too_long: { en: 'A user name has at most 100 characters', de: 'Ein Benutzername hat höchstens 100 Zeichen' },
  user_name_characters: {
    en: 'Use letters, digits and . _ - @ + only, beginning with a letter or digit',
    de: 'Verwenden Sie nur Buchstaben, Ziffern und . _ - @ +, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  enter_group_name: { en: 'Enter a group name', de: 'Geben Sie einen Gruppennamen ein' },
  group_name_too_long: { en: 'A group name has at most 100 characters', de: 'Ein Gruppenname hat höchstens 100 Zeichen' },
  group_name_characters: {
    en: 'Use letters, digits, spaces and . _ - @ + only, beginning with a letter or digit',
    de: 'Verwenden Sie nur Buchstaben, Ziffern, Leerzeichen und . _ - @ +, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  enter_permission_name: { en: 'Enter a permission name', de: 'Geben Sie einen Namen für die Berechtigung ein' },
  permission_name_too_long: { en: 'A permission name has at most 100 characters', de: 'Der Name einer Berechtigung hat höchstens 100 Zeichen' },
  use_upper_case_letter: { en: 'Use at least one upper-case letter', de: 'Verwenden Sie mindestens einen Großbuchstaben' },
  use_lower_case_letter: { en: 'Use at least one lower-case letter', de: 'Verwenden Sie mindestens einen Kleinbuchstaben' },
  use_digit: { en: 'Use at least one digit', de: 'Verwenden Sie mindestens eine Ziffer' },
  enter_name: { en: 'Enter a name', de: 'Geben Sie einen Namen ein' },
  enter_pattern: { en: 'Enter a pattern', de: 'Geben Sie ein Muster ein' },
  pattern_too_long: { en: 'A pattern has at most 300 characters', de: 'Ein Muster hat höchstens 300 Zeichen' },
  pattern_characters: {
    en: 'A pattern has no control characters and no backslash',
    de: 'Ein Muster hat keine Steuerzeichen und keinen umgekehrten Schrägstrich',
  },
  choose_action: { en: 'Choose at least one action', de: 'Wählen Sie mindestens eine Handlung' },
  project_key_start: { en: 'Project key must start with a lowercase character', de: 'Der Projektschlüssel beginnt mit einem Kleinbuchstaben' },
  project_key_characters: { en: 'Use lower-case letters, digits and dashes only', de: 'Verwenden Sie nur Kleinbuchstaben, Ziffern und Bindestriche' },
  word_reserved: { en: 'This word is reserved', de: 'Dieses Wort ist vergeben' },
  enter_project_name: { en: 'Enter a project name', de: 'Geben Sie einen Projektnamen ein' },
  project_name_too_long: { en: 'A project name has at most 100 characters', de: 'Ein Projektname hat höchstens 100 Zeichen' },
  no_control_characters: { en: 'Control characters cannot be used', de: 'Steuerzeichen gehen nicht' },
  enter_role_name: { en: 'Enter a role name', de: 'Geben Sie einen Rollennamen ein' },
  role_name_too_long: { en: 'A role name has at most 64 characters', de: 'Ein Rollenname hat höchstens 64 Zeichen' },
  name_longer_than_160: { en: 'A name has at most 160 characters', de: 'Ein Name hat höchstens 160 Zeichen' },
  environment_name_characters: {
    en: 'Use letters, digits, dashes and underscores, beginning with a letter',
    de: 'Verwenden Sie Buchstaben, Ziffern, Binde- und Unterstriche, mit einem Buchstaben beginnend',
  },
  use_positive_number: { en: 'Use a positive number, or leave it empty', de: 'Geben Sie eine positive Zahl ein, oder lassen Sie das Feld leer' },
  choose_role: { en: 'Choose at least one role', de: 'Wählen Sie mindestens eine Rolle' },
  enter_password: { en: 'Enter a password', de: 'Geben Sie ein Passwort ein' },
  enter_code: { en: 'Enter the code', de: 'Geben Sie den Code ein' },
  enter_your_user_name: { en: 'Enter your user name', de: 'Geben Sie Ihren Benutzernamen ein' },
  characters_refused: { en: 'These characters cannot be used: / \\ | ? * " < >', de: 'Diese Zeichen gehen nicht: / \\ | ? * " < >' },
  project_name_characters_refused: { en: 'These characters cannot be used: / \\ , : | ? * " < >', de: 'Diese Zeichen gehen nicht: / \\ , : | ? * " < >' },
  enter_base_address: {
    en: 'Enter an address such as https://packages.example.org, without a path',
    de: 'Geben Sie eine Adresse wie https://packages.example.org ein, ohne Pfad',
  },
  choose_picture: { en: 'Choose a picture', de: 'Wählen Sie ein Bild' },
  use_no_line_breaks: { en: 'Use no line breaks', de: 'Verwenden Sie keine Zeilenumbrüche' },
  picture_too_large: { en: `Choose a picture of at most ${maxLogoBytes / 1024} kB`, de: `Wählen Sie ein Bild von höchstens ${maxLogoBytes / 1024} kB` },
  enter_https_address: { en: 'Enter an address that begins with https://', de: 'Geben Sie eine Adresse ein, die mit https:// beginnt' },
  private_key_among_certificates: {
    en: 'A private key stands here: keep it to yourself, and paste the certificate only',
    de: 'Hier steht ein privater Schlüssel: Behalten Sie ihn für sich, und fügen Sie nur das Zertifikat ein',
  },
  no_certificate: {
    en: 'This is no certificate: it begins with -----BEGIN CERTIFICATE-----',
    de: 'Das ist kein Zertifikat: Es beginnt mit -----BEGIN CERTIFICATE-----',
  },
});
