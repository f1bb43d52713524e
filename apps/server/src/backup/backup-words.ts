import { fill, type Sentence, sentences, type ValuesAnd } from '@packhouse/contract/sentences.ts';

/** The commands `backup` and `restore` say this in the terminal. */
export const backupWords = sentences({
  backup_usage: {
    en: `packhouse backup <folder> [options]   copies this installation into a folder, also while it runs; what the folder has is not copied again
  --encrypt            a new folder holds everything encrypted; the key is PACKHOUSE_BACKUP_KEY or in the file of --key-file
  --key-file <file>    the key of an encrypted folder: 16 characters at least
  --with-master-key    the backup holds the master key as well, which an encrypted one always does
  --keep <number>      afterwards only so many backups are kept, this one included
Ends with 0 when all is well, 3 when it is made but the store lacks blobs, 2 when it was called wrongly, else 1.`,
    de: `packhouse backup <Ordner> [Optionen]   kopiert diese Installation in einen Ordner, auch während sie läuft; was der Ordner hat, wird nicht noch einmal kopiert
  --encrypt            ein neuer Ordner hält alles verschlüsselt; der Schlüssel steht in PACKHOUSE_BACKUP_KEY oder in der Datei von --key-file
  --key-file <Datei>   der Schlüssel eines verschlüsselten Ordners: mindestens 16 Zeichen
  --with-master-key    die Sicherung enthält auch den Hauptschlüssel; eine verschlüsselte enthält ihn immer
  --keep <Anzahl>      danach bleiben nur so viele Sicherungen, diese eingeschlossen
Endet mit 0, wenn alles gut ist, mit 3, wenn sie gemacht ist, dem Speicher aber Blobs fehlen, mit 2 bei falschem Aufruf, sonst mit 1.`,
  },
  restore_usage: {
    en: `packhouse restore <folder> [options]   brings a backup into an empty database and an empty blob store
  --backup <name>      this backup instead of the newest
  --list               says which backups the folder holds, and ends
  --check              reads all of a backup, compares every checksum, restores nothing
  --incomplete         restores although blobs are missing or damaged, and names what is lost
  --key-file <file>    the key of an encrypted folder, unless PACKHOUSE_BACKUP_KEY is set
Ends with 0 when all is well, 3 when it is restored without some blobs, 2 when it was called wrongly, else 1.`,
    de: `packhouse restore <Ordner> [Optionen]   bringt eine Sicherung in eine leere Datenbank und einen leeren Blob-Speicher
  --backup <Name>      diese Sicherung statt der neuesten
  --list               sagt, welche Sicherungen der Ordner hat, und endet
  --check              liest eine Sicherung ganz, vergleicht jede Prüfsumme, stellt nichts wieder her
  --incomplete         stellt wieder her, obwohl Blobs fehlen oder beschädigt sind, und nennt, was verloren ist
  --key-file <Datei>   der Schlüssel eines verschlüsselten Ordners, wenn PACKHOUSE_BACKUP_KEY nicht gesetzt ist
Endet mit 0, wenn alles gut ist, mit 3, wenn ohne einige Blobs wiederhergestellt ist, mit 2 bei falschem Aufruf, sonst mit 1.`,
  },
  keep_not_a_number: { en: '--keep takes a number from 1 on', de: '--keep nimmt eine Zahl ab 1' },

  folder_is_other: {
    en: '{folder} holds other files and is no folder of backups; name an empty one or a new one',
    de: '{folder} enthält andere Dateien und ist kein Ordner für Sicherungen; nennen Sie einen leeren oder einen neuen',
  },
  folder_has_none: { en: 'There is no backup in {folder}', de: 'In {folder} gibt es keine Sicherung' },
  folder_is_newer: {
    en: '{folder} was written by a newer version of Packhouse (format {format}); use that one',
    de: '{folder} hat eine neuere Version von Packhouse geschrieben (Format {format}); benutzen Sie diese',
  },
  folder_is_busy: {
    en: 'Another backup into {folder} is under way; wait for its end',
    de: 'Eine andere Sicherung nach {folder} läuft gerade; warten Sie ihr Ende ab',
  },
  folder_not_encrypted: {
    en: 'The backups in {folder} are not encrypted. Name another folder for encrypted ones.',
    de: 'Die Sicherungen in {folder} sind nicht verschlüsselt. Nennen Sie für verschlüsselte einen anderen Ordner.',
  },
  key_needed: {
    en: 'The backups in {folder} are encrypted: set PACKHOUSE_BACKUP_KEY or name a file with --key-file',
    de: 'Die Sicherungen in {folder} sind verschlüsselt: setzen Sie PACKHOUSE_BACKUP_KEY oder nennen Sie eine Datei mit --key-file',
  },
  key_too_short: { en: 'The key of a backup has 16 characters at least', de: 'Der Schlüssel einer Sicherung hat mindestens 16 Zeichen' },
  key_is_wrong: {
    en: 'This is not the key that the backups in {folder} were encrypted with',
    de: 'Das ist nicht der Schlüssel, mit dem die Sicherungen in {folder} verschlüsselt wurden',
  },
  backup_unknown: { en: 'There is no backup {name} in {folder}. There are: {names}', de: 'In {folder} gibt es keine Sicherung {name}. Es gibt: {names}' },
  file_damaged: {
    en: '{file} is damaged: its bytes are not those that were written',
    de: '{file} ist beschädigt: Die Bytes sind nicht die, die geschrieben wurden',
  },

  waiting_for_collection: {
    en: 'waiting until the garbage collection that is under way has ended',
    de: 'wartet, bis die laufende Speicherbereinigung beendet ist',
  },
  nothing_to_back_up: {
    en: 'This database was never started: there is nothing to back up',
    de: 'Diese Datenbank wurde nie gestartet: Es gibt nichts zu sichern',
  },
  step_database: { en: 'database', de: 'Datenbank' },
  step_blobs: { en: 'blobs', de: 'Blobs' },
  step_old: { en: 'old backups', de: 'alte Sicherungen' },
  progress: { en: '  {done} of {all} {all|blob|blobs}, {bytes} copied', de: '  {done} von {all} {all|Blob|Blobs}, {bytes} kopiert' },
  table_progress: { en: '  {done} of {all} {all|table|tables}', de: '  {done} von {all} {all|Tabelle|Tabellen}' },
  hold_lost: {
    en: 'The connection to the database was lost, and with it what held the garbage collection off. Run this again: what is copied is not copied again.',
    de: 'Die Verbindung zur Datenbank brach ab, und mit ihr das, was die Speicherbereinigung aufhielt. Rufen Sie dies noch einmal auf: Was kopiert ist, wird nicht noch einmal kopiert.',
  },
  backed_up: {
    en: 'backup {name}: {tables} {tables|table|tables} with {rows} {rows|row|rows}, {blobs} {blobs|blob|blobs} ({bytes}), of which {copied} {copied|was|were} new ({copiedBytes})',
    de: 'Sicherung {name}: {tables} {tables|Tabelle|Tabellen} mit {rows} {rows|Zeile|Zeilen}, {blobs} {blobs|Blob|Blobs} ({bytes}), davon {copied} neu ({copiedBytes})',
  },
  removed: {
    en: '{backups} old {backups|backup|backups} removed, with {blobs} {blobs|blob|blobs}',
    de: '{backups} {backups|alte Sicherung|alte Sicherungen} entfernt, mit {blobs} {blobs|Blob|Blobs}',
  },
  not_removed: {
    en: 'Old backups are kept, since this one is not whole',
    de: 'Alte Sicherungen bleiben, weil diese nicht vollständig ist',
  },
  blobs_missing: {
    en: '{count} {count|blob|blobs} that the database names {count|is|are} not in the store, or not whole:',
    de: '{count} {count|Blob, den|Blobs, die} die Datenbank nennt, {count|ist|sind} nicht im Speicher oder nicht heil:',
  },
  master_key_in: {
    en: 'the master key is in this backup',
    de: 'der Hauptschlüssel ist in dieser Sicherung',
  },
  master_key_out: {
    en: 'the master key is not in this backup ({place}): keep a copy of it elsewhere, without it nothing is restored. Not in it either: etc/packhouse.yaml',
    de: 'der Hauptschlüssel ist nicht in dieser Sicherung ({place}): Bewahren Sie eine Kopie anderswo auf, ohne ihn wird nichts wiederhergestellt. Ebenfalls nicht darin: etc/packhouse.yaml',
  },

  server_runs: {
    en: 'Packhouse runs on {home} (process {pid}). Stop it, or restore into another home directory (PACKHOUSE_HOME).',
    de: 'Packhouse läuft auf {home} (Prozess {pid}). Halten Sie es an oder stellen Sie in ein anderes Heimverzeichnis wieder her (PACKHOUSE_HOME).',
  },
  database_not_empty: {
    en: 'The database {place} is in use already. Restore into an empty one: make a new database and name it in DATABASE_URL, or, for the embedded one, move {home}/postgres away or set PACKHOUSE_HOME to a new directory.',
    de: 'Die Datenbank {place} ist schon in Gebrauch. Stellen Sie in eine leere wieder her: Legen Sie eine neue an und nennen Sie sie in DATABASE_URL, oder schieben Sie bei der eingebetteten {home}/postgres beiseite oder setzen Sie PACKHOUSE_HOME auf ein neues Verzeichnis.',
  },
  store_not_empty: {
    en: 'The blob store {place} belongs to a database already. Restore into an empty one: move the folder away, or name another bucket or prefix.',
    de: 'Der Blob-Speicher {place} gehört schon zu einer Datenbank. Stellen Sie in einen leeren wieder her: Schieben Sie den Ordner beiseite oder nennen Sie einen anderen Bucket oder ein anderes Präfix.',
  },
  restore_under_way: {
    en: 'Another restore works on this database; wait for its end',
    de: 'Eine andere Wiederherstellung arbeitet mit dieser Datenbank; warten Sie ihr Ende ab',
  },
  master_key_needed: {
    en: 'The master key is not in this backup. Put it into {home}/keys/master.key, or set PACKHOUSE_MASTER_KEY.',
    de: 'Der Hauptschlüssel ist nicht in dieser Sicherung. Legen Sie ihn in {home}/keys/master.key ab oder setzen Sie PACKHOUSE_MASTER_KEY.',
  },
  master_key_differs: {
    en: 'The master key here ({place}) is not the one that this backup was made with. Put that one in its place, or take this one away if the backup holds it.',
    de: 'Der Hauptschlüssel hier ({place}) ist nicht der, mit dem diese Sicherung gemacht wurde. Ersetzen Sie ihn, oder nehmen Sie ihn weg, wenn die Sicherung den ihren enthält.',
  },
  backup_is_newer: {
    en: 'The backup was made with version {version}, which knows more than this one (schema {schema}, step {step}). Restore with that version or newer.',
    de: 'Die Sicherung wurde mit Version {version} gemacht, die mehr kennt als diese (Schema {schema}, Schritt {step}). Stellen Sie mit dieser Version oder einer neueren wieder her.',
  },
  queue_differs: {
    en: 'The backup was made with version {version}, whose job queue is laid out differently. Restore with that version, then upgrade.',
    de: 'Die Sicherung wurde mit Version {version} gemacht, deren Auftragswarteschlange anders aufgebaut ist. Stellen Sie mit dieser Version wieder her und aktualisieren Sie dann.',
  },
  blobs_damaged: {
    en: '{count} {count|blob is|blobs are} missing from the backup, or damaged in it:',
    de: '{count} {count|Blob fehlt|Blobs fehlen} in der Sicherung oder {count|ist|sind} darin beschädigt:',
  },
  nothing_restored: {
    en: 'The database is still empty. Put these files right and run this again (what is there is not copied again), or go on without them: --incomplete',
    de: 'Die Datenbank ist noch leer. Bringen Sie diese Dateien in Ordnung und rufen Sie dies noch einmal auf (was da ist, wird nicht noch einmal kopiert), oder machen Sie ohne sie weiter: --incomplete',
  },
  mend_backup: {
    en: 'Delete damaged files and run packhouse backup again while the platform still has them: it copies what is missing.',
    de: 'Löschen Sie beschädigte Dateien und rufen Sie packhouse backup noch einmal auf, solange die Plattform sie noch hat: Es kopiert, was fehlt.',
  },
  artifacts_lost: {
    en: '{count} {count|artifact is without its|artifacts are without their} bytes:',
    de: '{count} {count|Artefakt ist|Artefakte sind} ohne ihre Bytes:',
  },
  comparison_failed: {
    en: 'What was restored is not what the backup says ({what}: {found} instead of {expected}); the database is left empty',
    de: 'Das Wiederhergestellte ist nicht, was die Sicherung sagt ({what}: {found} statt {expected}); die Datenbank bleibt leer',
  },
  checked: {
    en: 'backup {name} is whole: {tables} {tables|table|tables} with {rows} {rows|row|rows}, {blobs} {blobs|blob|blobs} ({bytes})',
    de: 'Sicherung {name} ist heil: {tables} {tables|Tabelle|Tabellen} mit {rows} {rows|Zeile|Zeilen}, {blobs} {blobs|Blob|Blobs} ({bytes})',
  },
  restored: {
    en: 'backup {name} is restored and compared: {tables} {tables|table|tables} with {rows} {rows|row|rows}, {artifacts} {artifacts|artifact|artifacts} with {blobs} {blobs|blob|blobs} ({bytes}), of which {there} {there|was|were} there already',
    de: 'Sicherung {name} ist wiederhergestellt und verglichen: {tables} {tables|Tabelle|Tabellen} mit {rows} {rows|Zeile|Zeilen}, {artifacts} {artifacts|Artefakt|Artefakte} mit {blobs} {blobs|Blob|Blobs} ({bytes}), von denen {there} schon da {there|war|waren}',
  },
  listed: {
    en: '{name}  version {version}, {rows} {rows|row|rows}, {blobs} {blobs|blob|blobs}, {bytes}',
    de: '{name}  Version {version}, {rows} {rows|Zeile|Zeilen}, {blobs} {blobs|Blob|Blobs}, {bytes}',
  },
});

/** The terminal's language, as every program is told it. */
const language = /^de\b|^de_/.test(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '') ? 'de' : 'en';

/** A sentence in the language of the terminal. */
export function speak<English extends string>(sentence: Sentence<English>, ...[values]: ValuesAnd<English>): string {
  return fill(sentence[language], values);
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
