import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the garbage collection. */
export const { t } = catalogue({
  garbage: { en: 'Garbage collection', de: 'Speicherbereinigung' },
  about: {
    en: 'Content that no file, entry of the trash can or cached answer refers to is marked first, and freed by the first collection {hours} {hours|hour|hours} later or more. It runs every night at 03:15 UTC; uploads never wait for it.',
    de: 'Inhalt, auf den keine Datei, kein Eintrag des Papierkorbs und keine zwischengespeicherte Antwort verweist, wird erst markiert und von der ersten Bereinigung freigegeben, die mindestens {hours} {hours|Stunde|Stunden} danach läuft. Sie läuft jede Nacht um 03:15 UTC; Uploads warten nie auf sie.',
  },
  collect: { en: 'Collect garbage', de: 'Speicher bereinigen' },
  collectTitle: { en: 'Collect garbage?', de: 'Speicher bereinigen?' },
  collectDue: {
    en: {
      one: '{size} are freed for good: {count} content that nothing has referred to for {hours} {hours|hour|hours} or more.',
      other: '{size} are freed for good: {count} contents that nothing has referred to for {hours} {hours|hour|hours} or more.',
    },
    de: {
      one: '{size} werden endgültig freigegeben: {count} Inhalt, auf den seit mindestens {hours} {hours|Stunde|Stunden} nichts verweist.',
      other: '{size} werden endgültig freigegeben: {count} Inhalte, auf die seit mindestens {hours} {hours|Stunde|Stunden} nichts verweist.',
    },
  },
  collectNone: {
    en: 'Nothing is freed by this one: nothing has been marked for {hours} {hours|hour|hours} yet. What nothing refers to now is marked.',
    de: 'Diese gibt nichts frei: noch ist nichts seit {hours} {hours|Stunde|Stunden} markiert. Markiert wird, worauf jetzt nichts verweist.',
  },
  collectRest: {
    en: 'What nothing else refers to now is marked, and stays until then.',
    de: 'Worauf jetzt sonst nichts verweist, wird markiert und bleibt so lange.',
  },
  started: { en: 'The garbage collection has been started', de: 'Die Speicherbereinigung ist gestartet' },
  dryRun: { en: 'Dry run', de: 'Probelauf' },
  dryStarted: { en: 'The dry run has been started. It marks and frees nothing.', de: 'Der Probelauf ist gestartet. Er markiert nichts und gibt nichts frei.' },
  marked: { en: 'Marked', de: 'Markiert' },
  due: { en: 'Freed by the next collection', de: 'Gibt die nächste Bereinigung frei' },
  freedLately: { en: 'Freed in 30 days', de: 'In 30 Tagen freigegeben' },
  contents: { en: { one: '{count} content', other: '{count} contents' }, de: { one: '{count} Inhalt', other: '{count} Inhalte' } },
  latest: { en: 'Latest collections', de: 'Letzte Bereinigungen' },
  when: { en: 'Started', de: 'Begonnen' },
  status: { en: 'Status', de: 'Status' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  running: { en: 'Running', de: 'Läuft' },
  finished: { en: 'Finished', de: 'Fertig' },
  failed: { en: 'Failed', de: 'Gescheitert' },
  by: { en: 'By', de: 'Von' },
  schedule: { en: 'Schedule', de: 'Zeitplan' },
  examined: { en: 'Looked at', de: 'Angesehen' },
  newlyMarked: { en: 'Newly marked', de: 'Neu markiert' },
  spared: { en: 'Spared', de: 'Verschont' },
  sparedHelp: {
    en: 'Marked by an earlier collection, and kept because something refers to it again.',
    de: 'Von einer früheren Bereinigung markiert und behalten, weil wieder etwas darauf verweist.',
  },
  freed: { en: 'Freed', de: 'Freigegeben' },
  uploads: { en: 'Left-over uploads', de: 'Liegengebliebene Uploads' },
  amount: { en: '{count} ({size})', de: '{count} ({size})' },
  noneYet: { en: 'No collection has run yet', de: 'Noch keine Bereinigung gelaufen' },
  noneYetHelp: {
    en: 'The first one runs next night. A dry run tells now what it would mark.',
    de: 'Die erste läuft in der kommenden Nacht. Ein Probelauf sagt jetzt, was sie markieren würde.',
  },
  lookUp: { en: 'What keeps a content?', de: 'Was hält einen Inhalt?' },
  lookUpAbout: {
    en: 'Contents are stored once, however many files have them. Give the SHA-256 of one.',
    de: 'Inhalte sind einmal gespeichert, wie viele Dateien sie auch haben. Den SHA-256 eines Inhalts angeben.',
  },
  lookUpField: { en: 'SHA-256 of a content', de: 'SHA-256 eines Inhalts' },
  notDigest: { en: 'A SHA-256 has 64 digits, 0 to 9 and a to f.', de: 'Ein SHA-256 hat 64 Ziffern, 0 bis 9 und a bis f.' },
  keptBy: {
    en: { one: '{size}, kept by {count} place:', other: '{size}, kept by {count} places:' },
    de: { one: '{size}, gehalten von {count} Ort:', other: '{size}, gehalten von {count} Orten:' },
  },
  keptByMany: { en: '{size}, kept by more than {count} places, of which these are some:', de: '{size}, gehalten von mehr als {count} Orten, darunter diese:' },
  loose: { en: '{size}. Nothing refers to it. The next collection marks it.', de: '{size}. Nichts verweist darauf. Die nächste Bereinigung markiert es.' },
  looseMarked: {
    en: '{size}. Nothing refers to it. It is freed by the first collection after',
    de: '{size}. Nichts verweist darauf. Es wird freigegeben von der ersten Bereinigung nach',
  },
  artifact: { en: 'File', de: 'Datei' },
  trash: { en: 'Trash can', de: 'Papierkorb' },
  'remote index': { en: 'Cached answer', de: 'Zwischengespeicherte Antwort' },
  index: { en: 'Index', de: 'Index' },
});
