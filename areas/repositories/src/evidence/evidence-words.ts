import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words about signed statements on files. */
export const { t } = catalogue({
  evidence: { en: 'Evidence', de: 'Nachweise' },
  none: {
    en: 'No signed statement is about this content. Build tools attach provenance, test results or approvals here:',
    de: 'Kein signiertes Statement handelt von diesem Inhalt. Build-Werkzeuge hängen hier Herkunft, Testergebnisse oder Freigaben an:',
  },
  noneReader: { en: 'No signed statement is about this content.', de: 'Kein signiertes Statement handelt von diesem Inhalt.' },
  command: { en: 'Command', de: 'Befehl' },
  verified: { en: 'Verified', de: 'Geprüft' },
  unknown_key: { en: 'Unknown key', de: 'Unbekannter Schlüssel' },
  certificate: { en: 'Not judged', de: 'Nicht beurteilt' },
  verifiedHelp: { en: 'Signed with the trusted key {name}', de: 'Signiert mit dem vertrauten Schlüssel {name}' },
  unknown_keyHelp: {
    en: 'No trusted key made this signature. An administrator can add the key under Keys.',
    de: 'Kein vertrauter Schlüssel hat diese Signatur gemacht. Die Administration kann den Schlüssel unter „Schlüssel“ hinzufügen.',
  },
  certificateHelp: {
    en: 'Signed by a certificate of a public service, which is not checked here. Verify it with the tool that made it.',
    de: 'Mit dem Zertifikat eines öffentlichen Dienstes signiert, das hier nicht geprüft wird. Prüfen Sie es mit dem Werkzeug, das es gemacht hat.',
  },
  provenance: { en: 'Provenance', de: 'Herkunft' },
  verification: { en: 'Verification', de: 'Überprüfung' },
  sbom: { en: 'SBOM', de: 'SBOM' },
  test: { en: 'Test result', de: 'Testergebnis' },
  scan: { en: 'Scan', de: 'Scan' },
  release: { en: 'Release', de: 'Release' },
  custom: { en: 'Statement', de: 'Statement' },
  by: { en: 'by {name}', de: 'von {name}' },
  with: { en: 'with {name}', de: 'mit {name}' },
  open: { en: 'Read', de: 'Lesen' },
  openNamed: { en: 'Read {name}', de: '{name} lesen' },
  download: { en: 'Download envelope', de: 'Umschlag herunterladen' },
  attachment: { en: 'Download {name}', de: '{name} herunterladen' },
  more: { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  remove: { en: 'Delete…', de: 'Löschen…' },
  removeTitle: { en: 'Delete this evidence?', de: 'Diesen Nachweis löschen?' },
  removeText: {
    en: '{type} and its attachments go to the trash can. The content that it is about stays.',
    de: '{type} und die Anhänge kommen in den Papierkorb. Der Inhalt, von dem der Nachweis handelt, bleibt.',
  },
  removeAction: { en: 'Delete', de: 'Löschen' },
  removed: { en: 'The evidence is deleted', de: 'Der Nachweis ist gelöscht' },
  needDelete: { en: "You need 'delete' on it", de: 'Sie brauchen „delete“ darauf' },
  statement: { en: 'Statement', de: 'Statement' },
  keyIds: { en: 'Keys named in the envelope', de: 'Im Umschlag genannte Schlüssel' },
});
