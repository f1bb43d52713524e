import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of licence buckets. */
export const bucketRules = sentences({
  bucket_field_mandatory: { en: 'This field is mandatory', de: 'Dieses Feld ist ein Pflichtfeld' },
  bucket_name_characters: {
    en: 'Name can only contain alphanumeric characters, dashes and periods',
    de: 'Der Name darf nur Buchstaben, Ziffern, Bindestriche und Punkte enthalten',
  },
  bucket_file_extension: { en: 'File should have an extension of .json', de: 'Die Datei muss die Endung .json haben' },
  bucket_file_size: { en: 'File size should be less than 13 MB', de: 'Die Datei muss kleiner als 13 MB sein' },
  bucket_url_invalid: { en: 'Enter a valid URL', de: 'Geben Sie eine gültige URL ein' },
  bucket_key_form: {
    en: 'The key has 43 letters, digits, dashes and underscores',
    de: 'Der Schlüssel hat 43 Buchstaben, Ziffern, Bindestriche und Unterstriche',
  },
  licences_too_many: { en: 'Value too high', de: 'Der Wert ist zu hoch' },
  licences_fraction: { en: 'Decimal not allowed', de: 'Dezimalzahlen sind nicht erlaubt' },
  licences_not_available: {
    en: 'Licenses to be applied is more than the available number of licenses in the bucket',
    de: 'Es sollen mehr Lizenzen angewendet werden, als im Bündel verfügbar sind',
  },
  licences_too_few: { en: 'Value too low', de: 'Der Wert ist zu niedrig' },
  deployment_twice: { en: 'This platform deployment stands here twice', de: 'Dieses Platform Deployment steht hier zweimal' },
});
