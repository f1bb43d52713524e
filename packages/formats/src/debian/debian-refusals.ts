import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  no_deb: { code: 'invalid_package', en: 'This is not a Debian package', de: 'Das ist kein Debian-Paket' },
  deb_has_too_many_members: { code: 'invalid_package', en: 'The package has too many members', de: 'Das Paket hat zu viele Teile' },
  deb_control_damaged: { code: 'invalid_package', en: 'The control file of the package is damaged', de: 'Die Steuerdatei des Pakets ist beschädigt' },
  deb_control_compression_unknown: {
    code: 'invalid_package',
    en: "The package's control archive is compressed in an unknown way: {name}",
    de: 'Das Steuerarchiv des Pakets ist auf unbekannte Weise gepackt: {name}',
  },
  deb_without_control_archive: { code: 'invalid_package', en: 'The package has no control archive', de: 'Das Paket hat kein Steuerarchiv' },
  deb_without_data: { code: 'invalid_package', en: 'The package has no data archive', de: 'Das Paket hat kein Datenarchiv' },
  deb_without_control: { code: 'invalid_package', en: 'The package has no control file', de: 'Das Paket hat keine Steuerdatei' },
  deb_names_no_package: { code: 'invalid_package', en: 'The control file names no package', de: 'Die Steuerdatei nennt kein Paket' },
  deb_gives_no_version: { code: 'invalid_package', en: 'The control file gives no version', de: 'Die Steuerdatei gibt keine Version an' },
  deb_gives_no_architecture: { code: 'invalid_package', en: 'The control file gives no architecture', de: 'Die Steuerdatei gibt keine Architektur an' },
  deb_in_too_many_listings: {
    code: 'bad_request',
    en: 'deb.distribution, deb.component and deb.architecture name {count} {count|listing|listings} for one package; it may be in {limit} at most',
    de: 'deb.distribution, deb.component und deb.architecture nennen {count} {count|Liste|Listen} für ein Paket; es darf in höchstens {limit} stehen',
  },
  deb_takes_too_much: {
    code: 'bad_request',
    en: 'The package takes {length} {length|character|characters} in each of {count} {count|listing|listings}; {limit} together are the most',
    de: 'Das Paket nimmt {length} Zeichen in jeder von {count} {count|Liste|Listen} ein; zusammen dürfen es höchstens {limit} sein',
  },
  upstream_release_names_missing: {
    code: 'upstream_failed',
    en: "The upstream's Release names {path}, but there is none",
    de: 'Die Release des Quellservers nennt {path}, das es nicht gibt',
  },
  deb_data_compression_unknown: {
    code: 'invalid_package',
    en: 'The content of the package is compressed in an unknown way: {name}',
    de: 'Der Inhalt des Pakets ist auf unbekannte Weise gepackt: {name}',
  },
});
