import { catalogue } from '../words/i18n.ts';

/** Scanning says this of something. */
export const { t } = catalogue({
  notScanned: { en: 'Not Scanned', de: 'Nicht geprüft' },
  skipped: { en: '{count} skipped', de: '{count} übergangen' },
  notJudged: { en: 'Not judged', de: 'Nicht beurteilt' },
  nothingKnown: { en: 'No known vulnerabilities', de: 'Keine bekannten Schwachstellen' },
  knownOf: {
    en: { one: 'Of its one file nothing is known', other: 'Of its {count} files {known} were looked into' },
    de: { one: 'Über ihre eine Datei ist nichts bekannt', other: 'Von {count} Dateien wurden {known} geprüft' },
  },
  judgedBy: { en: '{ecosystem}: judged by {source},', de: '{ecosystem}: beurteilt durch {source},' },
  unjudged: {
    en: {
      one: '{ecosystem}: one component is not judged, since no source stands for it',
      other: '{ecosystem}: {count} components are not judged, since no source stands for them',
    },
    de: {
      one: '{ecosystem}: ein Bestandteil ist nicht beurteilt, da keine Quelle dafür steht',
      other: '{ecosystem}: {count} Bestandteile sind nicht beurteilt, da keine Quelle dafür steht',
    },
  },
  by: { en: 'by {source},', de: 'laut {source},' },
  byMore: {
    en: { one: 'by {source} and one more, the oldest', other: 'by {source} and {count} more, the oldest' },
    de: { one: 'laut {source} und einer weiteren, die älteste', other: 'laut {source} und {count} weiteren, die älteste' },
  },
  judging: { en: 'By which sources it was judged', de: 'Durch welche Quellen sie beurteilt wurde' },
  incomplete: { en: 'Incomplete', de: 'Unvollständig' },
});
