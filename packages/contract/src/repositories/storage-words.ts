import { sentences } from '../sentences.ts';

/** What is said about files, folders and uploads, and about builds. */
export const storageWords = sentences({
  archive_has_too_many_entries: { en: 'The archive has more than {count} entries', de: 'Das Archiv hat mehr als {count} Einträge' },
  archive_entry_name_refused: {
    en: 'The archive has an entry whose name is not allowed: {name}',
    de: 'Das Archiv hat einen Eintrag, dessen Name nicht erlaubt ist: {name}',
  },
  archive_unpacks_to_too_much: {
    en: 'The archive unpacks to far more than its own size',
    de: 'Das Archiv entpackt sich zu weit mehr als seiner eigenen Größe',
  },
  restore_needs_read_and_deploy: {
    en: "You need 'read' and 'deploy' on all that was deleted at {key}/{path}",
    de: 'Sie brauchen „read“ und „deploy“ auf allem, was unter {key}/{path} gelöscht wurde',
  },
  file_is_no_text: { en: 'This file is not text', de: 'Diese Datei ist kein Text' },
  only_files_viewed: { en: 'Only a file can be viewed', de: 'Ansehen lässt sich nur eine Datei' },
  folder_not_downloadable: { en: 'This is a folder; download it as an archive', de: 'Das ist ein Ordner; laden Sie ihn als Archiv herunter' },
  nothing_put_into: { en: 'Nothing can be put into {key}', de: 'In {key} lässt sich nichts ablegen' },
  say_target: { en: "Say where to: '?to=/repository/path'", de: 'Sagen Sie, wohin: „?to=/repository/path“' },
  move_would_complete: {
    en: 'Dry run for moving {from}:{path} to {to}:{target} completed successfully, {count} artifacts',
    de: 'Probelauf gelungen: {from}:{path} nach {to}:{target} verschieben, {count} Artefakte',
  },
  copy_would_complete: {
    en: 'Dry run for copying {from}:{path} to {to}:{target} completed successfully, {count} artifacts',
    de: 'Probelauf gelungen: {from}:{path} nach {to}:{target} kopieren, {count} Artefakte',
  },
  move_completed: {
    en: 'moving {from}:{path} to {to}:{target} completed successfully, {count} artifacts',
    de: '{from}:{path} wurde nach {to}:{target} verschoben, {count} Artefakte',
  },
  copy_completed: {
    en: 'copying {from}:{path} to {to}:{target} completed successfully, {count} artifacts',
    de: '{from}:{path} wurde nach {to}:{target} kopiert, {count} Artefakte',
  },
  archive_type_unknown: { en: 'The archive type is one of zip, tar, tar.gz, tgz', de: 'Der Archivtyp ist einer von zip, tar, tar.gz, tgz' },
  restored_elsewhere: { en: 'Things are restored into the repository they came from', de: 'Wiederhergestellt wird in das Repository, aus dem etwas kam' },
  say_properties_to_set: {
    en: "Say which properties to set: '?properties=key=value'",
    de: 'Sagen Sie, welche Eigenschaften zu setzen sind: „?properties=key=value“',
  },
  say_properties_to_remove: {
    en: "Say which properties to remove: '?properties=key'",
    de: 'Sagen Sie, welche Eigenschaften zu entfernen sind: „?properties=key“',
  },
  send_properties: { en: 'Send {"props": {"key": "value" or null}}', de: 'Senden Sie {"props": {"key": "value" oder null}}' },
  no_properties_found: { en: 'No properties could be found.', de: 'Es wurden keine Eigenschaften gefunden.' },
  only_folders_listed: { en: 'Only a folder can be listed', de: 'Auflisten lässt sich nur ein Ordner' },
  folder_too_large_to_list: {
    en: 'The folder holds too much to be listed at once; list its folders one by one',
    de: 'Der Ordner enthält zu viel, um auf einmal aufgelistet zu werden; listen Sie seine Ordner einzeln auf',
  },
  after_is_no_answer: { en: 'after is not an answer of this list', de: '„after“ ist keine Antwort dieser Liste' },
  file_without_children: { en: 'A file has no children', de: 'Eine Datei enthält keine anderen' },
  cursor_foreign: { en: 'The cursor is not one of ours', de: 'Der Cursor ist nicht von hier' },
  after_is_no_cursor_of_ordering: { en: 'after: this is no cursor of this list and ordering', de: 'after: Das ist kein Cursor dieser Liste und Ordnung' },
  build_start_unfit: { en: "'{text}' is not when a build can have started", de: '„{text}“ ist keine Zeit, zu der ein Build begonnen haben kann' },
  build_document_invalid: { en: 'This is not the document of a build: {problems}', de: 'Das ist nicht das Dokument eines Builds: {problems}' },
  project_key_invalid: { en: "'{key}' is no project key", de: '„{key}“ ist kein Projektschlüssel' },
  address_badly_encoded: { en: 'The address is not correctly percent-encoded', de: 'Die Adresse ist nicht richtig prozentkodiert' },
  say_name_and_number: { en: 'Say the name and the number of the build', de: 'Nennen Sie Namen und Nummer des Builds' },
  no_builds_found: { en: 'No builds were found', de: 'Es wurden keine Builds gefunden' },
  build_start_in_future: { en: "'{text}' is in the future", de: '„{text}“ liegt in der Zukunft' },
  build_removed_meanwhile: { en: 'The build was removed while it was being stored', de: 'Der Build wurde entfernt, während er gespeichert wurde' },
  no_build_run_found: {
    en: 'No build was found for build name: {name}, build number: {number}',
    de: 'Es wurde kein Build gefunden mit dem Namen {name} und der Nummer {number}',
  },
  no_build_found: { en: 'No build was found for build name: {name}', de: 'Es wurde kein Build gefunden mit dem Namen {name}' },
  no_run_of_build: { en: 'There is no run {number} of the build {name}', de: 'Den Lauf {number} des Builds {name} gibt es nicht' },
  would_be_copied: { en: 'Dry run: {from}/{path} copied to {to}/{target}', de: 'Probelauf: {from}/{path} nach {to}/{target} kopiert' },
  would_be_moved: { en: 'Dry run: {from}/{path} moved to {to}/{target}', de: 'Probelauf: {from}/{path} nach {to}/{target} verschoben' },
  copied: { en: '{from}/{path} copied to {to}/{target}', de: '{from}/{path} nach {to}/{target} kopiert' },
  moved: { en: '{from}/{path} moved to {to}/{target}', de: '{from}/{path} nach {to}/{target} verschoben' },
  arrived_checksum_differs: { en: 'The {sum} of what arrived is {actual}, not {expected}', de: 'Was ankam, hat als {sum} {actual}, nicht {expected}' },
  checksum_deploy_without_checksum: {
    en: 'A checksum deploy needs X-Checksum-Sha256 or X-Checksum-Sha1',
    de: 'Ein Upload nach Prüfsumme braucht X-Checksum-Sha256 oder X-Checksum-Sha1',
  },
  upload_to_remote: {
    en: '{key} is a remote repository; upload to a local or a virtual one',
    de: '{key} ist ein entferntes Repository; laden Sie in ein lokales oder virtuelles hoch',
  },
  no_default_deployment: {
    en: '{key} has no default deployment repository; an administrator can choose one of its local members',
    de: '{key} hat kein Repository, in das Uploads gehen; die Administration kann eines der lokalen Mitglieder wählen',
  },
  archive_not_explodable: {
    en: 'Only zip, tar, tar.gz and tgz archives can be exploded',
    de: 'Auspacken lassen sich nur Archive der Arten zip, tar, tar.gz und tgz',
  },
  path_refused_by_patterns: {
    en: 'The include and exclude patterns of {key} refuse {path}',
    de: 'Die Ein- und Ausschlussmuster von {key} lassen {path} nicht zu',
  },
  snapshots_refused: { en: '{key} does not take snapshots', de: '{key} nimmt keine Snapshots an' },
  releases_refused: { en: '{key} does not take releases', de: '{key} nimmt keine Releases an' },
  path_badly_encoded: { en: 'The path is not correctly percent-encoded', de: 'Der Pfad ist nicht richtig prozentkodiert' },
  expiry_kept_by_managers: {
    en: '{path} exists; only those who manage the repository may change when it expires',
    de: '{path} gibt es schon; wann es abläuft, darf nur ändern, wer das Repository verwaltet',
  },
  replacing_needs_delete_on: {
    en: '{path} exists; replacing it needs the permission to delete on {key}',
    de: '{path} gibt es schon; um es zu ersetzen, braucht es die Berechtigung zum Löschen auf {key}',
  },
  replacing_needs_delete: {
    en: '{path} exists; replacing it needs the permission to delete',
    de: '{path} gibt es schon; um es zu ersetzen, braucht es die Berechtigung zum Löschen',
  },
  path_is_folder: { en: '{path} is a folder', de: '{path} ist ein Ordner' },
  path_is_file: { en: '{path} is a file, so nothing can be put below it', de: '{path} ist eine Datei, darunter lässt sich nichts ablegen' },
  path_exists_differently: { en: '{path} already exists with different content', de: '{path} gibt es schon mit anderem Inhalt' },
  expiry_is_no_date: {
    en: "{property}: '{text}' is no date; write 2027-01-31 or 2027-01-31T12:00:00Z",
    de: '{property}: „{text}“ ist kein Datum; schreiben Sie 2027-01-31 oder 2027-01-31T12:00:00Z',
  },
  upload_not_kept: { en: 'The upload could not be kept; send it again', de: 'Der Upload konnte nicht behalten werden; senden Sie ihn noch einmal' },
  path_too_long: { en: 'A path may have at most {count} bytes', de: 'Ein Pfad darf höchstens {count} Bytes haben' },
  path_with_backslash: { en: 'A path cannot contain a backslash', de: 'Ein Pfad kann keinen umgekehrten Schrägstrich enthalten' },
  path_with_control_characters: { en: 'A path cannot contain control characters', de: 'Ein Pfad kann keine Steuerzeichen enthalten' },
  path_with_dots: { en: "A path cannot contain '//', '.' or '..'", de: 'Ein Pfad kann „//“, „.“ oder „..“ nicht enthalten' },
  path_part_too_long: { en: 'A part of a path may have at most {count} bytes', de: 'Ein Teil eines Pfads darf höchstens {count} Bytes haben' },
  property_key_unfit: { en: "'{key}' cannot be the key of a property", de: '„{key}“ kann nicht der Schlüssel einer Eigenschaft sein' },
  property_value_too_long: { en: "A value of property '{key}' is too long", de: 'Ein Wert der Eigenschaft „{key}“ ist zu lang' },
  repository_sealed: {
    en: '{key} keeps release bundles; what is in it changes only with them',
    de: '{key} bewahrt Release-Bundles auf; was darin liegt, ändert sich nur mit ihnen',
  },
  target_lies_within_source: { en: 'The target lies within the source', de: 'Das Ziel liegt innerhalb der Quelle' },
  formats_differ: {
    en: '{key} holds {format} packages and {other} {otherFormat} packages',
    de: '{key} enthält {format}-Pakete und {other} {otherFormat}-Pakete',
  },
});
