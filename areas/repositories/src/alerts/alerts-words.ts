import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of alerts: what scans found in a file. */
export const { t } = catalogue({
  ignoreAlert: { en: 'Ignore alert…', de: 'Warnung ignorieren…' },
  unignoreAlert: { en: 'Un-ignore alert…', de: 'Warnung wieder zeigen…' },
  needIgnore: {
    en: 'Only an administrator, or an administrator of the project it belongs to, can do this',
    de: 'Das können nur Administratoren und Administratoren des Projekts, zu dem es gehört',
  },
  findingCount: { en: { one: '{count} finding', other: '{count} findings' }, de: { one: '{count} Befund', other: '{count} Befunde' } },
  ignoredCount: {
    en: { one: '{count} finding is ignored', other: '{count} findings are ignored' },
    de: { one: '{count} Befund wird ignoriert', other: '{count} Befunde werden ignoriert' },
  },
  ignoreTitle: { en: 'Ignore the alert of {name}', de: 'Die Warnung zu {name} ignorieren' },
  ignoreText: {
    en: 'What is ignored no longer counts, here and in every list, for everybody. It stays to be seen among what is ignored.',
    de: 'Was ignoriert wird, zählt nicht mehr, hier und in allen Listen, für alle. Unter den ignorierten Befunden bleibt es zu sehen.',
  },
  which: { en: 'Findings', de: 'Befunde' },
  all: { en: 'All of them, and what is found in it later', de: 'Alle, auch was später darin gefunden wird' },
  chooseOne: { en: 'Choose at least one finding', de: 'Wählen Sie mindestens einen Befund' },
  notes: { en: 'Reason', de: 'Grund' },
  notesHint: { en: 'For those who look at it later.', de: 'Für alle, die es sich später ansehen.' },
  notesMissing: { en: 'Say why', de: 'Geben Sie den Grund an' },
  until: { en: 'Until', de: 'Bis' },
  untilHint: { en: 'In your time zone. Without it, the findings stay ignored.', de: 'In Ihrer Zeitzone. Ohne Angabe bleiben die Befunde ignoriert.' },
  untilInvalid: { en: 'Enter a date and a time', de: 'Geben Sie Datum und Uhrzeit an' },
  untilPast: { en: 'Choose a moment in the future', de: 'Wählen Sie einen Zeitpunkt in der Zukunft' },
  ignore: { en: 'Ignore', de: 'Ignorieren' },
  wasIgnored: {
    en: { one: '{count} finding is active now', other: '{count} findings are active now' },
    de: { one: 'Nun zählt noch {count} Befund', other: 'Nun zählen noch {count} Befunde' },
  },
  unignoreTitle: { en: 'Show the alert of {name} again', de: 'Die Warnung zu {name} wieder zeigen' },
  unignoreText: {
    en: 'These findings are ignored. What you choose counts again, for everybody.',
    de: 'Diese Befunde werden ignoriert. Was Sie wählen, zählt wieder, für alle.',
  },
  wider: {
    en: 'By a rule for more than this file: an administrator can end it under Ignore rules.',
    de: 'Durch eine Regel für mehr als diese Datei: Unter Ausnahmeregeln können Administratoren sie beenden.',
  },
  ofVex: {
    en: 'A VEX document says so: who keeps policies can delete that.',
    de: 'Das sagt ein VEX-Dokument: Wer Richtlinien verwaltet, kann es löschen.',
  },
  vexOf: { en: 'VEX of {issuer}: {why}', de: 'VEX von {issuer}: {why}' },
  vexUntrusted: { en: 'not trusted, so that it changes nothing', de: 'nicht vertraut, ändert daher nichts' },
  vex: { en: 'What others say', de: 'Was andere sagen' },
  vex_not_affected: { en: 'Not affected', de: 'Nicht betroffen' },
  vex_affected: { en: 'Affected', de: 'Betroffen' },
  vex_fixed: { en: 'Fixed', de: 'Behoben' },
  vex_under_investigation: { en: 'Under investigation', de: 'Wird untersucht' },
  by: { en: 'Ignored by {name}: {notes}', de: 'Ignoriert von {name}: {notes}' },
  byUntil: { en: 'Ignored by {name} until {moment}: {notes}', de: 'Ignoriert von {name} bis {moment}: {notes}' },
  unignore: { en: 'Show again', de: 'Wieder zeigen' },
  stillIgnored: {
    en: { one: '{count} finding is still ignored', other: '{count} findings are still ignored' },
    de: { one: '{count} Befund wird weiter ignoriert', other: '{count} Befunde werden weiter ignoriert' },
  },
  nothingIgnored: { en: 'No finding of it is ignored any more', de: 'Davon wird kein Befund mehr ignoriert' },
  nothingActive: { en: 'It has no active findings any more', de: 'Es gibt dazu keine Befunde mehr, die zählen' },
  close: { en: 'Close', de: 'Schließen' },
});
