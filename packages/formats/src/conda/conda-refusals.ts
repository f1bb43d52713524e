import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  conda_package_has_no_parts: {
    code: 'invalid_package',
    en: 'A package in the .conda format has one info-… and one pkg-… archive, packed with zstd and nothing around them',
    de: 'Ein Paket im Format .conda hat je ein Archiv info-… und pkg-…, mit zstd gepackt und außen herum mit nichts',
  },
  conda_package_says_nothing: {
    code: 'invalid_package',
    en: 'The package has no info/index.json',
    de: 'Das Paket hat keine info/index.json',
  },
  conda_index_unreadable: {
    code: 'invalid_package',
    en: 'info/index.json is no JSON that can be read',
    de: 'info/index.json ist kein lesbares JSON',
  },
  conda_index_names_nothing: {
    code: 'invalid_package',
    en: 'info/index.json lacks a name, a version, a build or the number of the build',
    de: 'info/index.json fehlt ein Name, eine Version, ein Build oder die Nummer des Builds',
  },
  conda_package_elsewhere: {
    code: 'invalid_package',
    en: 'The package is for {subdir}, and its place is not {folder}',
    de: 'Das Paket ist für {subdir}; sein Platz ist nicht {folder}',
  },
  conda_platform_unknown: {
    code: 'invalid_package',
    en: 'The package does not say for which platform it is: upload it to the folder of one, like noarch or linux-64',
    de: 'Das Paket sagt nicht, für welche Plattform es ist: Laden Sie es in den Ordner einer solchen hoch, etwa noarch oder linux-64',
  },
  upstream_sent_no_conda_packages: {
    code: 'upstream_failed',
    en: 'The upstream sent no list of conda packages',
    de: 'Der Quellserver sandte keine Liste von Conda-Paketen',
  },
});
