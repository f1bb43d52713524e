import { sentences } from '../sentences.ts';

/** What is said about upstreams and the protocols of their clients. */
export const upstreamWords = sentences({
  no_docker_repository: { en: 'There is no docker repository {key}', de: 'Es gibt kein Docker-Repository {key}' },
  images_without_deployment: {
    en: 'Nothing can be changed here: {key} has no default deployment repository',
    de: 'Hier lässt sich nichts ändern: {key} hat kein Repository, in das Uploads gehen',
  },
  images_of_remote: {
    en: 'Nothing can be changed here: {key} is a remote repository',
    de: 'Hier lässt sich nichts ändern: {key} ist ein entferntes Repository',
  },
  image_without_repository: {
    en: "The name must be <repository>/<image>; '{name}' is not",
    de: 'Der Name muss <repository>/<image> sein; „{name}“ ist es nicht',
  },
  no_image_name: { en: 'is not an image name', de: 'ist kein Name eines Images' },
  no_tag: { en: 'is not a tag', de: 'ist kein Tag' },
  no_local_docker_repository: { en: '{key} is not a local docker repository', de: '{key} ist kein lokales Docker-Repository' },
  target_tag_without_tag: { en: 'targetTag needs tag', de: 'targetTag braucht tag' },
  image_moved_onto_itself: { en: 'An image cannot be moved onto itself', de: 'Ein Image lässt sich nicht auf sich selbst verschieben' },
  repository_offline: { en: '{key} is set offline', de: '{key} ist offline gestellt' },
  upstream_left_alone: {
    en: 'The upstream of {key} failed repeatedly and is left alone for a moment',
    de: 'Der Quellserver von {key} hat mehrmals versagt und wird einen Augenblick in Ruhe gelassen',
  },
  upstream_answered: { en: 'The upstream of {key} answered {status}', de: 'Der Quellserver von {key} antwortete mit {status}' },
  upstream_credentials_refused: {
    en: 'The upstream of {key} answered {status}; check the credentials of the repository',
    de: 'Der Quellserver von {key} antwortete mit {status}; prüfen Sie die Zugangsdaten des Repositorys',
  },
  upstream_blob_hidden: { en: 'The upstream of {key} does not show this blob', de: 'Der Quellserver von {key} zeigt diesen Blob nicht' },
  upstream_manifest_differs: {
    en: 'The upstream of {key} sent a manifest that does not match its digest',
    de: 'Der Quellserver von {key} sandte ein Manifest, das nicht zu seinem Digest passt',
  },
  upstream_manifest_broken_off: { en: 'The upstream of {key} broke off a manifest', de: 'Der Quellserver von {key} brach ein Manifest ab' },
  upstream_sent_no_manifest: {
    en: 'The upstream of {key} sent what is no manifest: {reason}',
    de: 'Was der Quellserver von {key} sandte, ist kein Manifest: {reason}',
  },
  upstream_sent_no_referrers: { en: 'The upstream of {key} sent no list of referrers', de: 'Der Quellserver von {key} sandte keine Liste von Verweisen' },
  upstream_sent_no_tags: { en: 'The upstream of {key} sent no list of tags', de: 'Der Quellserver von {key} sandte keine Liste von Tags' },
  upstream_token_address_untrusted: {
    en: 'The upstream of {key} asks for a token at an address that cannot be trusted',
    de: 'Der Quellserver von {key} verlangt ein Token von einer Adresse, der nicht zu trauen ist',
  },
  upstream_tokens_elsewhere: { en: 'The upstream of {key} keeps its tokens at {host}', de: 'Der Quellserver von {key} hat seine Token bei {host}' },
  upstream_password_elsewhere: {
    en: 'The upstream of {key} asks for its password at {host}, which is none of its own hosts; it was asked without one, in vain',
    de: 'Der Quellserver von {key} verlangt sein Passwort bei {host}, was keiner seiner eigenen Server ist; ohne Passwort wurde dort vergeblich gefragt',
  },
  token_service_answered: { en: 'The token service answered {status}', de: 'Der Tokendienst antwortete mit {status}' },
  token_service_gave_no_token: { en: 'The token service of {key} gave no token', de: 'Der Tokendienst von {key} gab kein Token' },
  n_is_no_number: { en: 'n must be a whole number', de: 'n muss eine ganze Zahl sein' },
  token_grant_type_unknown: { en: 'grant_type must be password or refresh_token', de: 'grant_type muss password oder refresh_token sein' },
  content_range_invalid: { en: 'Content-Range is not valid', de: 'Content-Range ist nicht gültig' },
  signed_listing_lacks_checksum: {
    en: 'The signed listing of {key} has no SHA-256 or SHA-512 of {path}',
    de: 'Die signierte Liste von {key} hat keinen SHA-256 oder SHA-512 von {path}',
  },
  upstream_listing_too_large: {
    en: '{path} of the upstream of {key} is too large to be checked',
    de: '{path} des Quellservers von {key} ist zu groß, um geprüft zu werden',
  },
  upstream_signature_untrusted: {
    en: 'None of the trusted keys of {key} signed {path} of its upstream',
    de: 'Keiner der Schlüssel, denen {key} vertraut, hat {path} seines Quellservers signiert',
  },
  upstream_answer_too_large: { en: 'The upstream answered more than can be passed on', de: 'Der Quellserver antwortete mit mehr, als sich weitergeben lässt' },
  upstream_file_unreadable: { en: "The upstream's {path} could not be read", de: '{path} des Quellservers ließ sich nicht lesen' },
  repository_of_other_format: { en: '{key} is a {format} repository', de: '{key} ist ein Repository für {format}' },
  upstream_checksum_differs: {
    en: "The upstream's {path} has another {sum} than was promised",
    de: '{path} des Quellservers hat ein anderes {sum} als versprochen',
  },
  upstream_file_broken_off: { en: "The upstream's {path} broke off", de: '{path} des Quellservers brach ab' },
  keys_changed_meanwhile: { en: '{path} has to prove itself to other keys now', de: '{path} muss sich jetzt vor anderen Schlüsseln beweisen' },
  format_reads_no_listings: { en: 'This format cannot read listings of an upstream', de: 'Dieses Format kann Listen eines Quellservers nicht lesen' },
  upstream_lacks_checksum: { en: 'The upstream of {key} has no checksum of {path}', de: 'Der Quellserver von {key} hat keine Prüfsumme von {path}' },
  state_repository_unnamed: { en: 'Name the repository: <repository>__<namespace>', de: 'Nennen Sie das Repository: <repository>__<namespace>' },
  no_terraform_repository: { en: 'There is no Terraform repository {key}', de: 'Es gibt kein Terraform-Repository {key}' },
  no_state_yet: { en: 'There is no such state yet', de: 'Diesen State gibt es noch nicht' },
  state_checksum_differs: { en: 'The state is not what Content-MD5 says', de: 'Der State ist nicht, was Content-MD5 sagt' },
  body_is_no_state: { en: 'The body is no state', de: 'Der Inhalt der Anfrage ist kein State' },
  lock_taken_away: { en: 'The lock of this state was taken away', de: 'Die Sperre dieses States wurde genommen' },
  lock_is_no_json: { en: 'The lock is not JSON', de: 'Die Sperre ist kein JSON' },
  lock_without_id: { en: 'The lock has no ID', de: 'Die Sperre hat keine ID' },
  lock_held: {
    en: '{user} holds the lock; breaking it needs the permission to delete',
    de: '{user} hat die Sperre; um sie zu brechen, braucht es die Berechtigung zum Löschen',
  },
});
