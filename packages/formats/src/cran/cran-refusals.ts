import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  cran_package_without_description: {
    code: 'invalid_package',
    en: 'The archive has no DESCRIPTION in its one folder',
    de: 'Das Archiv hat keine DESCRIPTION in seinem einen Ordner',
  },
  cran_description_unreadable: {
    code: 'invalid_package',
    en: 'DESCRIPTION has lines that are neither fields nor go on with one',
    de: 'DESCRIPTION hat Zeilen, die weder Felder sind noch eines fortsetzen',
  },
  cran_description_names_nothing: {
    code: 'invalid_package',
    en: 'DESCRIPTION names no package or no version',
    de: 'DESCRIPTION nennt kein Paket oder keine Version',
  },
  cran_package_not_built: {
    code: 'invalid_package',
    en: 'DESCRIPTION does not say "Built": these are sources, whose place is src/contrib',
    de: 'DESCRIPTION sagt nichts von „Built“: Das sind Quellen; ihr Platz ist src/contrib',
  },
  cran_folder_unknown: {
    code: 'bad_request',
    en: 'What was built needs ?distribution= (windows, macosx/big-sur-arm64) and ?rVersion= (4.4)',
    de: 'Gebautes braucht ?distribution= (windows, macosx/big-sur-arm64) und ?rVersion= (4.4)',
  },
  upstream_sent_no_cran_packages: {
    code: 'upstream_failed',
    en: 'The upstream sent no list of R packages',
    de: 'Der Quellserver sandte keine Liste von R-Paketen',
  },
});
