import { sentences } from '../sentences.ts';

/** This is said about release bundles and their distribution. */
export const distributionWords = sentences({
  no_release_bundle: { code: 'not_found', en: 'There is no release bundle {name} {version}', de: 'Es gibt kein Release-Bundle {name} {version}' },
  other_bundle_received: {
    code: 'version_exists',
    en: 'Another release bundle {name} {version} was received here',
    de: 'Hier kam ein anderes Release-Bundle {name} {version} an',
  },
  bundle_signed: {
    code: 'conflict',
    en: '{name} {version} is signed and cannot change; make another version',
    de: '{name} {version} ist signiert und ändert sich nicht mehr; legen Sie eine andere Version an',
  },
  no_bundle_repository: {
    en: "{repository} is no distribution repository: its key would end in 'release-bundles'",
    de: '{repository} ist kein Repository für die Verteilung: Sein Schlüssel würde auf „release-bundles“ enden',
  },
  no_file_fits: { en: 'No file that you may read fits', de: 'Keine Datei, die Sie lesen dürfen, passt' },
  bundle_exists: { code: 'already_exists', en: 'There is a release bundle {name} {version} already', de: 'Ein Release-Bundle {name} {version} gibt es schon' },
  file_list_too_long: {
    code: 'too_large',
    en: 'No deployment would take a list of files this long; shorten the properties, or make two release bundles',
    de: 'Keine Plattform nähme eine so lange Liste von Dateien an; kürzen Sie die Eigenschaften, oder machen Sie zwei Release-Bundles daraus',
  },
  mapped_to_no_path: {
    en: "{file} would go to '{place}', which is no repository and path",
    de: '{file} käme nach „{place}“; das ist kein Repository mit Pfad',
  },
  file_of_remote: {
    en: '{file} comes from a remote repository; map it to a local one',
    de: '{file} kommt aus einem entfernten Repository; bilden Sie es auf ein lokales ab',
  },
  mapped_to_no_repository: {
    en: '{file} would go to {repository}, which cannot be the key of a repository',
    de: '{file} käme nach {repository}; das kann kein Repository-Schlüssel sein',
  },
  mapped_path_too_long: { en: '{file} would go to a path of more than {count} characters', de: '{file} käme zu einem Pfad mit mehr als {count} Zeichen' },
  mapped_to_too_many_repositories: { en: 'The files would go to more than {count} repositories', de: 'Die Dateien kämen in mehr als {count} Repositorys' },
  bundle_files_do_not_expire: {
    en: 'Files of a release bundle do not expire: leave out {property}',
    de: 'Dateien eines Release-Bundles laufen nicht ab: Lassen Sie {property} weg',
  },
  mapped_to_same_path: {
    en: '{file} and {repository}/{path} would both go to {otherRepository}/{otherPath}',
    de: '{file} und {repository}/{path} kämen beide nach {otherRepository}/{otherPath}',
  },
  mapped_to_mixed_repository: {
    en: 'Files of {format} and {otherFormat} repositories would both go to {repository}',
    de: 'Dateien aus {format}- und {otherFormat}-Repositorys kämen beide nach {repository}',
  },
  file_property_key_unfit: { en: "{file}: '{key}' cannot be the key of a property", de: '{file}: „{key}“ kann nicht der Schlüssel einer Eigenschaft sein' },
  file_property_value_too_long: { en: "{file}: a value of property '{key}' is too long", de: '{file}: Ein Wert der Eigenschaft „{key}“ ist zu lang' },
  file_property_is_no_date: { en: '{file}: {property} is no date', de: '{file}: {property} ist kein Datum' },
  too_many_bundles_arriving: {
    code: 'unavailable',
    en: 'Too many release bundles come in at once; send it again in a moment',
    de: 'Zu viele Release-Bundles kommen gleichzeitig an; senden Sie es in einem Augenblick noch einmal',
  },
  mapping_too_slow: { en: 'The path mapping takes too long', de: 'Die Pfadabbildung braucht zu lange' },
  mapping_unreadable: { en: 'The path mapping cannot be read: {reason}', de: 'Die Pfadabbildung lässt sich nicht lesen: {reason}' },
  name_bundle: {
    en: 'Give name and version of the release bundle',
    de: 'Geben Sie Name und Version des Release-Bundles an',
  },
  name_build: { en: 'Give name and number of the run', de: 'Geben Sie Name und Nummer des Laufs an' },
  nothing_to_try: {
    en: 'Only a release bundle that was made can be tried',
    de: 'Nur ein Release-Bundle, das es schon gibt, lässt sich erproben',
  },
  never_distributed: {
    code: 'conflict',
    en: '{name} {version} was never distributed; name targets',
    de: '{name} {version} wurde noch nie verteilt; nennen Sie Ziele',
  },
  bundle_action_needed: {
    code: 'forbidden',
    en: "You need '{action}' on a release bundle; an administrator can grant it",
    de: 'Sie brauchen „{action}“ auf einem Release-Bundle; die Administration kann es gewähren',
  },
  search_under_way: { code: 'too_many_requests', en: 'Your search before this one is still under way', de: 'Ihre Suche davor läuft noch' },
  no_distribution: { code: 'not_found', en: 'There is no such distribution', de: 'Diese Verteilung gibt es nicht' },
  no_target_fits: { code: 'bad_request', en: 'No distribution target fits the rules', de: 'Kein Verteilungsziel passt zu den Regeln' },
  part_invalid: { code: 'bad_request', en: '{why} is not valid', de: '{why} ist nicht gültig' },
  the_name: { en: 'The name', de: 'Der Name' },
  the_version: { en: 'The version', de: 'Die Version' },
  the_checksum: { en: 'The checksum', de: 'Die Prüfsumme' },
  the_signed_manifest: { en: 'The signed manifest', de: 'Das signierte Manifest' },
  sender_key_unknown: {
    code: 'forbidden',
    en: "No trusted key here has the fingerprint {fingerprint}; an administrator can add the sender's public key under Keys Management, Trusted Keys",
    de: 'Kein vertrauter Schlüssel hat hier den Fingerabdruck {fingerprint}; die Administration kann den öffentlichen Schlüssel des Absenders bei den vertrauten Schlüsseln der Schlüsselverwaltung eintragen',
  },
  no_trusted_key: {
    code: 'not_found',
    en: 'There is no trusted key with the fingerprint {fingerprint}',
    de: 'Es gibt keinen vertrauten Schlüssel mit dem Fingerabdruck {fingerprint}',
  },
  signer_not_allowed: {
    code: 'forbidden',
    en: 'The key with the fingerprint {fingerprint} may not sign release bundles here; an administrator can allow it in the settings of distribution',
    de: 'Der Schlüssel mit dem Fingerabdruck {fingerprint} darf hier keine Release-Bundles signieren; die Administration kann es in den Einstellungen der Verteilung erlauben',
  },
  bundle_from_here: {
    code: 'version_exists',
    en: 'The release bundle {name} {version} was put together on this very deployment',
    de: 'Das Release-Bundle {name} {version} wurde auf eben dieser Plattform zusammengestellt',
  },
  other_bundle_received_before: {
    code: 'version_exists',
    en: 'Another release bundle {name} {version} was received here before',
    de: 'Ein anderes Release-Bundle {name} {version} kam hier schon an',
  },
  target_repositories_missing: {
    code: 'repository_not_found',
    en: 'These repositories do not exist here: {names}. Create them, or let the distribution create what is missing',
    de: 'Diese Repositorys gibt es hier nicht: {names}. Legen Sie sie an, oder lassen Sie die Verteilung anlegen, was fehlt',
  },
  manifest_is_no_json: { code: 'invalid_input', en: 'The manifest is not JSON', de: 'Das Manifest ist kein JSON' },
  manifest_part_invalid: { code: 'invalid_input', en: 'The manifest is not valid: {path} {problem}', de: 'Das Manifest ist nicht gültig: {path} {problem}' },
  manifest_of_other_bundle: { code: 'invalid_input', en: 'The manifest is that of {name} {version}', de: 'Das Manifest ist das von {name} {version}' },
  manifest_place_twice: { code: 'invalid_input', en: 'The manifest names a place twice', de: 'Das Manifest nennt eine Stelle zweimal' },
  bundle_deleted_meanwhile: {
    code: 'unavailable',
    en: '{name} {version} was deleted while it came in; it can be sent again',
    de: '{name} {version} wurde gelöscht, während es ankam; es lässt sich noch einmal senden',
  },
  bundle_signature_untrusted: {
    code: 'forbidden',
    en: 'No trusted key here signed {name} {version} as it came in; it was changed, or its signer is unknown',
    de: 'Kein vertrauter Schlüssel hat {name} {version} so signiert, wie es ankam; es wurde verändert, oder der Unterzeichner ist unbekannt',
  },
  bundle_unsigned: { code: 'conflict', en: '{name} {version} is not signed yet', de: '{name} {version} ist noch nicht signiert' },
  run_failed: { code: 'internal', en: 'Something went wrong; the log says more', de: 'Etwas ging schief; mehr steht im Protokoll' },
  order_superseded: { code: 'conflict', en: 'A later order decides about {target}', de: 'Über {target} entscheidet ein späterer Auftrag' },
  order_too_far_ahead: {
    code: 'bad_request',
    en: 'The order about {name} {version} is more than a day ahead of the clock here',
    de: 'Der Auftrag zu {name} {version} ist der Uhr hier mehr als einen Tag voraus',
  },
  order_replaced: { en: 'A later order took its place', de: 'Ein späterer Auftrag trat an seine Stelle' },
  bundle_recalled_later: {
    code: 'conflict',
    en: 'A later order recalled {name} {version} from here',
    de: 'Ein späterer Auftrag nahm {name} {version} hier zurück',
  },
  bundle_sent_later: { code: 'conflict', en: 'A later order sent {name} {version} here', de: 'Ein späterer Auftrag sandte {name} {version} hierher' },
  repositories_service_missing: {
    code: 'unavailable',
    en: 'The distribution service runs only beside the repositories service',
    de: 'Der Verteilungsdienst läuft nur neben dem Repository-Dienst',
  },
  target_too_slow: { code: 'upstream_unavailable', en: 'The target takes too long to answer in full', de: 'Das Ziel braucht zu lange, um ganz zu antworten' },
  target_answer_too_large: {
    code: 'upstream_failed',
    en: 'The target answers with more than can be read',
    de: 'Das Ziel antwortet mit mehr, als sich lesen lässt',
  },
  target_token_refused: { code: 'forbidden', en: '{target} does not take the access token', de: '{target} nimmt das Zugriffstoken nicht an' },
  target_redirects: {
    code: 'upstream_failed',
    en: '{target} sends callers elsewhere ({status}); give its own address',
    de: '{target} schickt Aufrufer anderswohin ({status}); geben Sie die eigene Adresse an',
  },
  target_answers_why: { code: 'upstream_unavailable', en: '{target} answers {status}: {why}', de: '{target} antwortet mit {status}: {why}' },
  target_answers: { code: 'upstream_unavailable', en: '{target} answers {status}', de: '{target} antwortet mit {status}' },
  target_is_no_deployment: {
    en: '{target} answers {status}, as no deployment of this platform would',
    de: '{target} antwortet mit {status}, wie es keine Installation dieser Plattform täte',
  },
  target_answer_unreadable: {
    code: 'upstream_failed',
    en: '{target} answers in a way that was not understood',
    de: '{target} antwortet so, dass es nicht zu verstehen war',
  },
  target_works: { en: 'It answers, and the token stands for {user} there', de: 'Das Ziel antwortet, und das Token steht dort für {user}' },
  target_works_untrusting: {
    en: 'It answers, and the token stands for {user} there; it does not trust the key that signs here yet',
    de: 'Das Ziel antwortet, und das Token steht dort für {user}; dem Schlüssel, der hier signiert, vertraut es noch nicht',
  },
  signing_key_missing: {
    code: 'conflict',
    en: 'The key pair {name} that signs release bundles does not exist; an administrator can choose another',
    de: 'Das Schlüsselpaar {name}, das Release-Bundles signiert, gibt es nicht; die Administration kann ein anderes wählen',
  },
  no_pgp_key_pair: { en: 'There is no OpenPGP key pair {name}', de: 'Es gibt kein OpenPGP-Schlüsselpaar {name}' },
  target_exists: { en: 'There is a target {name} already', de: 'Ein Ziel {name} gibt es schon' },
  token_of_other_address: { en: 'Enter the access token of the other address', de: 'Geben Sie das Zugriffstoken für die andere Adresse ein' },
  no_distribution_target: { code: 'not_found', en: 'There is no distribution target {name}', de: 'Es gibt kein Verteilungsziel {name}' },
  query_over_items: { code: 'bad_request', en: 'The query must be over items: items.find({…})', de: 'Die Abfrage muss nach items suchen: items.find({…})' },
  give_path_in_repository: {
    code: 'bad_request',
    en: 'Give a path in {repository}: repository/path',
    de: 'Geben Sie einen Pfad in {repository} an: Repository/Pfad',
  },
  nothing_named: { code: 'not_found', en: 'There is no {name}', de: 'Es gibt kein {name}' },
  arrived_sha256_differs: {
    code: 'checksum_mismatch',
    en: 'The sha256 of what arrived is {actual}, not {expected}',
    de: 'Der SHA-256 dessen, was ankam, ist {actual}, nicht {expected}',
  },
  repository_keeps_no_bundles: {
    code: 'repository_not_found',
    en: '{repository} cannot keep release bundles',
    de: '{repository} kann keine Release-Bundles aufbewahren',
  },
  no_distribution_repository: {
    code: 'forbidden',
    en: 'There is no distribution repository {key}; an administrator can create it',
    de: 'Es gibt kein Repository {key} für die Verteilung; die Administration kann es anlegen',
  },
  bundle_file_changed: {
    code: 'conflict',
    en: '{repository}/{path} is no longer what it was when the release bundle was put together; update the bundle, then sign it',
    de: '{repository}/{path} ist nicht mehr, was es war, als das Release-Bundle zusammengestellt wurde; aktualisieren Sie das Bundle, und signieren Sie es dann',
  },
  bundle_repository_class: {
    code: 'path_refused',
    en: '{key} is a {class} repository here; release bundles go to local ones',
    de: '{key} ist hier ein {class}-Repository; Release-Bundles gehen in lokale',
  },
  bundle_repository_format: {
    code: 'path_refused',
    en: '{key} holds {format} packages here, not {otherFormat}',
    de: '{key} enthält hier {format}-Pakete, nicht {otherFormat}',
  },
  bundle_files_missing: { code: 'conflict', en: '{count} of the files have not come in', de: '{count} der Dateien sind nicht angekommen' },
  bundle_file_size_differs: {
    code: 'checksum_mismatch',
    en: '{repository}/{path} came in with {size} bytes and is signed with {signed}',
    de: '{repository}/{path} kam mit {size} Bytes an und ist mit {signed} signiert',
  },
  no_file_path: { code: 'invalid_path', en: "'{path}' is no path of a file", de: '„{path}“ ist kein Pfad einer Datei' },
  bundles_of_no_project: {
    code: 'bad_request',
    en: 'Release bundles belong to no project: project cannot be {project}',
    de: 'Release-Bundles gehören zu keinem Projekt: project kann nicht {project} sein',
  },
  other_key_signs: {
    code: 'bad_request',
    en: 'Release bundles are signed with the key pair {name}, not with {given}',
    de: 'Release-Bundles werden mit dem Schlüsselpaar {name} signiert, nicht mit {given}',
  },
  other_store_keeps: {
    code: 'bad_request',
    en: '{name} {version} is kept in {key}: repository_key cannot be {given}',
    de: '{name} {version} liegt in {key}: repository_key kann nicht {given} sein',
  },
  no_such_source: {
    code: 'bad_request',
    en: 'Release bundles are put together from aql, artifacts and builds, not from {source}',
    de: 'Release-Bundles entstehen aus aql, artifacts und builds, nicht aus {source}',
  },
  source_is_empty: {
    code: 'bad_request',
    en: 'The source of the kind {source} says nothing',
    de: 'Die Quelle der Art {source} sagt nichts',
  },
  source_says_more: {
    code: 'bad_request',
    en: 'A source of the kind {source} has no field {field}',
    de: 'Eine Quelle der Art {source} hat kein Feld {field}',
  },
  no_source_given: {
    code: 'bad_request',
    en: 'Give either source_type and source, or sources',
    de: 'Geben Sie entweder source_type und source an oder sources',
  },
  not_obeyed: {
    code: 'bad_request',
    en: '{field} cannot be given here',
    de: '{field} lässt sich hier nicht angeben',
  },
  no_build_repository: { code: 'bad_request', en: '{key} is no repository of builds', de: '{key} ist kein Repository von Builds' },
  artifact_sum_differs: {
    code: 'conflict',
    en: '{path} has the SHA-256 {actual}, not {expected}',
    de: '{path} hat den SHA-256 {actual}, nicht {expected}',
  },
  no_local_repository: { code: 'path_refused', en: '{key} is no local repository here', de: '{key} ist hier kein lokales Repository' },
});

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
  enter_access_token: { en: 'Enter the access token', de: 'Geben Sie das Zugriffstoken ein' },
  enter_query: { en: 'Enter a query', de: 'Geben Sie eine Abfrage ein' },
  enter_build_name: { en: 'Enter the name of the build', de: 'Geben Sie den Namen des Builds ein' },
  enter_run_number: { en: 'Enter the number of the run', de: 'Geben Sie die Nummer des Laufs ein' },
  give_repository_path: { en: 'Give repository and path', de: 'Geben Sie Repository und Pfad an' },
  name_artifact: { en: 'Name at least one artifact', de: 'Nennen Sie mindestens ein Artefakt' },
  no_sha256: { en: 'This is no SHA-256', de: 'Das ist kein SHA-256' },
});
