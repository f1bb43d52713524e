import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of release bundles and targets. */
export const distributionRules = sentences({
  choose_target: { en: 'Choose at least one target', de: 'Wählen Sie mindestens ein Ziel' },
  bundle_repository_key_characters: {
    en: "Use 'release-bundles', or lower-case letters, digits and dashes that end in '-release-bundles'",
    de: 'Verwenden Sie „release-bundles“, oder Kleinbuchstaben, Ziffern und Bindestriche, die auf „-release-bundles“ enden',
  },
  bundle_version_characters: {
    en: 'Use 1 to 128 letters, digits, dots, dashes and underscores, starting with a letter or digit',
    de: 'Verwenden Sie 1 bis 128 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  give_country_code: { en: 'Give the country as two letters, such as DE', de: 'Geben Sie das Land mit zwei Buchstaben an, etwa DE' },
  choose_deployment: { en: 'Choose a deployment', de: 'Wählen Sie ein Deployment' },
  enter_access_token: { en: 'Enter the access token', de: 'Geben Sie das Zugriffstoken ein' },
  enter_query: { en: 'Enter a query', de: 'Geben Sie eine Abfrage ein' },
  enter_build_name: { en: 'Enter the name of the build', de: 'Geben Sie den Namen des Builds ein' },
  enter_run_number: { en: 'Enter the number of the run', de: 'Geben Sie die Nummer des Laufs ein' },
  give_repository_path: { en: 'Give repository and path', de: 'Geben Sie Repository und Pfad an' },
  name_artifact: { en: 'Name at least one artifact', de: 'Nennen Sie mindestens ein Artefakt' },
  no_sha256: { en: 'This is no SHA-256', de: 'Das ist kein SHA-256' },
});
