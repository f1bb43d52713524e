import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of ignore rules. */
export const { t } = catalogue({
  rules: { en: 'Ignore rules', de: 'Ausnahmeregeln' },
  about: {
    en: 'By which findings are ignored, and by whom. A rule begins where a finding is ignored, or with a call.',
    de: 'Durch welche Regeln Befunde ignoriert werden, und von wem. Eine Regel entsteht, wo ein Befund ignoriert wird, oder durch einen Aufruf.',
  },
  ofProject: {
    en: 'By which findings in the repositories of this project are ignored, and by whom. Ended here, they count again.',
    de: 'Durch welche Regeln Befunde in den Repositorys dieses Projekts ignoriert werden, und von wem. Hier beendet, zählen sie wieder.',
  },
  what: { en: 'Hides', de: 'Verbirgt' },
  where: { en: 'Where', de: 'Wo' },
  notes: { en: 'Reason', de: 'Grund' },
  author: { en: 'Author', de: 'Von' },
  until: { en: 'Until', de: 'Bis' },
  everything: { en: 'Every vulnerability', de: 'Jede Schwachstelle' },
  risks: { en: 'Operational risk', de: 'Betriebsrisiko' },
  everywhere: { en: 'Everywhere', de: 'Überall' },
  inProject: { en: 'in project {name}', de: 'im Projekt {name}' },
  noEnd: { en: 'No end', de: 'Ohne Ende' },
  lapsed: { en: 'Lapsed', de: 'Abgelaufen' },
  andMore: { en: { one: 'and one more', other: 'and {count} more' }, de: { one: 'und eines mehr', other: 'und {count} mehr' } },
  build: { en: 'build {name}', de: 'Build {name}' },
  none: { en: 'Nothing is ignored', de: 'Nichts wird ignoriert' },
  violations: { en: 'Violations', de: 'Verstöße' },
  noneHelp: {
    en: 'Open a violation, a file or the security tab of a version, and ignore what does not matter there.',
    de: 'Öffnen Sie einen Verstoß, eine Datei oder den Sicherheitsreiter einer Version, und ignorieren Sie, worauf es dort nicht ankommt.',
  },
  end: { en: 'End rule', de: 'Regel beenden' },
  endTitle: { en: 'End this rule?', de: 'Diese Regel beenden?' },
  endText: { en: 'What it hides counts again, for everybody: {what}.', de: 'Was sie verbirgt, zählt wieder, für alle: {what}.' },
  ended: { en: 'The rule has ended', de: 'Die Regel ist beendet' },
});
