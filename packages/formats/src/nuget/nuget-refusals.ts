import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  upstream_sent_no_nuget_document: {
    code: 'upstream_failed',
    en: 'The upstream sent no document of the NuGet protocol',
    de: 'Der Quellserver sandte kein Dokument des NuGet-Protokolls',
  },
  nuget_form_without_package: { code: 'bad_request', en: 'The form has no package', de: 'Das Formular hat kein Paket' },
  nuspec_names_no_id: { code: 'invalid_package', en: 'The manifest names no valid package id', de: 'Das Manifest nennt keine gültige Kennung des Pakets' },
  nuspec_without_version: { code: 'invalid_package', en: 'The manifest has no valid version', de: 'Das Manifest hat keine gültige Version' },
  nuspec_not_single: {
    code: 'invalid_package',
    en: 'The package must have one manifest (.nuspec) at its top',
    de: 'Das Paket muss auf oberster Ebene ein Manifest (.nuspec) haben',
  },
});
