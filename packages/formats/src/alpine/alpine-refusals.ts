import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  apk_names_nothing: {
    code: 'invalid_package',
    en: '.PKGINFO names no package, version and architecture',
    de: '.PKGINFO nennt nicht Paket, Version und Architektur',
  },
  apk_named_otherwise: {
    code: 'invalid_package',
    en: 'The package inside is {name} {version}; the file must be named {name}-{version}.apk',
    de: 'Das Paket darin ist {name} {version}; die Datei muss {name}-{version}.apk heißen',
  },
  no_apk: { code: 'invalid_package', en: 'This is not an Alpine package', de: 'Das ist kein Alpine-Paket' },
  apk_damaged_or_truncated: { code: 'invalid_package', en: 'The package is damaged or truncated', de: 'Das Paket ist beschädigt oder abgeschnitten' },
  apk_info_too_large: { code: 'invalid_package', en: '.PKGINFO is too large', de: '.PKGINFO ist zu groß' },
  apk_data_differs: {
    code: 'invalid_package',
    en: 'The package is damaged or truncated: its data is not what .PKGINFO promises',
    de: 'Das Paket ist beschädigt oder abgeschnitten: Seine Daten sind nicht, was .PKGINFO verspricht',
  },
  apk_without_info: { code: 'invalid_package', en: 'The package has no .PKGINFO', de: 'Das Paket hat keine .PKGINFO' },
});
