import { sentences } from '../sentences.ts';

/** Schemas ask this of the fields of repositories, keys, proxies and policies. */
export const repositoryRules = sentences({
  give_one_day: { en: 'Give at least one day', de: 'Geben Sie mindestens einen Tag an' },
  keep_one_run: { en: 'Keep at least one run', de: 'Behalten Sie mindestens einen Lauf' },
  bundle_name_characters: {
    en: 'Use 1 to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit',
    de: 'Verwenden Sie 1 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  give_sha256: { en: 'Give a SHA-256 in hexadecimal', de: 'Geben Sie einen SHA-256 in Hexadezimalziffern an' },
  paste_key: { en: 'Paste the key', de: 'Fügen Sie den Schlüssel ein' },
  choose_vault: { en: 'Choose a vault', de: 'Wählen Sie einen Tresor' },
  give_secret_path: { en: 'Give the path of the secret', de: 'Geben Sie den Pfad des Geheimnisses an' },
  secret_path_parts: { en: "A path cannot have '.' or '..' as a part", de: 'Ein Pfad kann „.“ oder „..“ nicht als Teil haben' },
  paste_certificate: { en: 'Paste the certificate', de: 'Fügen Sie das Zertifikat ein' },
  give_mount: { en: 'Give the mount, such as secret', de: 'Geben Sie den Mount an, etwa secret' },
  mount_parts: { en: "A mount cannot have '.' or '..' as a part", de: 'Ein Mount kann „.“ oder „..“ nicht als Teil haben' },
  enter_token: { en: 'Enter the token', de: 'Geben Sie das Token ein' },
  proxy_key_characters: {
    en: 'Use lower-case letters, digits and dashes, starting with a letter or digit',
    de: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben oder einer Ziffer beginnend',
  },
  give_host: { en: 'Give a name or an address, without scheme and port', de: 'Geben Sie einen Namen oder eine Adresse an, ohne Schema und Port' },
  give_port: { en: 'Give a whole number from 1 to 65535', de: 'Geben Sie eine ganze Zahl von 1 bis 65535 an' },
  give_hosts: { en: 'Give names, addresses, or endings such as .example.org', de: 'Geben Sie Namen, Adressen oder Endungen wie .example.org an' },
  key_ends_like_cache: {
    en: "A key cannot end in '-cache': that names the stored content of a remote repository",
    de: 'Ein Schlüssel kann nicht auf „-cache“ enden: so heißt der gespeicherte Inhalt eines entfernten Repositorys',
  },
  key_ends_like_builds: {
    en: "A key cannot end in '-build-info': that names the repository of a project's builds",
    de: 'Ein Schlüssel kann nicht auf „-build-info“ enden: so heißt das Repository der Builds eines Projekts',
  },
  give_upstream_address: { en: 'Give an address that starts with http:// or https://', de: 'Geben Sie eine Adresse an, die mit http:// oder https:// beginnt' },
  credentials_in_address: {
    en: 'Enter user name and password in their own fields, not in the address',
    de: 'Geben Sie Benutzernamen und Passwort in ihren eigenen Feldern ein, nicht in der Adresse',
  },
  keep_one_version: { en: 'Keep at least one version', de: 'Behalten Sie mindestens eine Version' },
  say_when_something_goes: {
    en: 'Say when something goes: by age, last download, count of versions or property',
    de: 'Sagen Sie, wann etwas geht: nach Alter, letztem Abruf, Zahl der Versionen oder Eigenschaft',
  },
  name_policy: { en: 'Give the policy a name', de: 'Geben Sie der Richtlinie einen Namen' },
  give_fewer_days: { en: 'Give 3650 days at most', de: 'Geben Sie höchstens 3650 Tage an' },
  give_absolute_path: {
    en: 'Give an absolute path of letters, digits, dots, dashes and underscores',
    de: 'Geben Sie einen absoluten Pfad aus Buchstaben, Ziffern, Punkten, Binde- und Unterstrichen an',
  },
  choose_repository: { en: 'Choose a repository', de: 'Wählen Sie ein Repository' },
  choose_https_or_http: { en: 'Choose at least one of HTTPS and HTTP', de: 'Wählen Sie mindestens eines von HTTPS und HTTP' },
  port_taken_by_https: { en: 'HTTPS has this port already', de: 'HTTPS hat diesen Port schon' },
  address_has_no_subdomains: { en: 'An address has no sub-domains: give a name', de: 'Eine Adresse hat keine Subdomains: geben Sie einen Namen an' },
  key_ends_like_bundles: {
    en: "A key cannot end in 'release-bundles': that names a distribution repository",
    de: 'Ein Schlüssel kann nicht auf „release-bundles“ enden: so heißt ein Repository für die Verteilung',
  },
  port_taken: { en: '{protocol} has this port already', de: '{protocol} hat diesen Port schon' },
});
