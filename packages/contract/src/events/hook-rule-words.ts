import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of webhooks. */
export const hookRules = sentences({
  hook_name_characters: { en: 'Name cannot contain special characters', de: 'Der Name darf keine Sonderzeichen enthalten' },
  hook_name_length: { en: 'A name has at most 200 characters', de: 'Ein Name hat höchstens 200 Zeichen' },
  hook_field_mandatory: { en: 'This field is mandatory', de: 'Dieses Feld ist ein Pflichtfeld' },
  hook_url_invalid: { en: 'Enter a valid URL', de: 'Geben Sie eine gültige URL ein' },
  hook_header_incomplete: { en: 'Header must contain name and value', de: 'Eine Kopfzeile braucht Name und Wert' },
  hook_header_characters: {
    en: 'The name of a header has letters, digits and dashes; its value has no line breaks',
    de: 'Der Name einer Kopfzeile hat Buchstaben, Ziffern und Bindestriche; ihr Wert hat keine Zeilenumbrüche',
  },
  hook_header_reserved: { en: 'The platform itself sends this header', de: 'Diese Kopfzeile sendet die Plattform selbst' },
  hook_header_twice: { en: 'This header stands here twice', de: 'Diese Kopfzeile steht hier zweimal' },
  hook_too_many_handlers: {
    en: 'A webhook has at most 10 handlers; make another webhook for the others',
    de: 'Ein Webhook hat höchstens 10 Handler; legen Sie für die anderen einen weiteren an',
  },
  hook_type_of_other_domain: { en: 'The domain has no such event type', de: 'Diesen Ereignistyp hat der Bereich nicht' },
  hook_criteria_of_other_domain: { en: 'This does not belong to the domain', de: 'Das gehört nicht zu diesem Bereich' },
  hook_choose_what: { en: 'Choose what it is told of', de: 'Wählen Sie, wovon er erfahren soll' },
  hook_secret_needed: { en: 'Give the secret to sign with', de: 'Geben Sie das Geheimnis an, mit dem signiert wird' },
  hook_secret_base64: { en: 'What follows whsec_ must be base64', de: 'Auf whsec_ muss Base64 folgen' },
  hook_secret_name: {
    en: 'The name of a secret has letters, digits and underscores, beginning with a letter',
    de: 'Der Name eines Geheimnisses hat Buchstaben, Ziffern und Unterstriche, mit einem Buchstaben beginnend',
  },
  hook_secret_twice: { en: 'A secret of this name stands here twice', de: 'Ein Geheimnis dieses Namens steht hier zweimal' },
});
