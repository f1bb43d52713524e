import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of where a component is. */
export const { t } = catalogue({
  where: { en: 'Where is a component?', de: 'Wo ist eine Komponente?' },
  about: {
    en: 'Artifacts of repositories here, and lock files of source code, down to the line.',
    de: 'Artefakte der Repositorys hier und Lock-Dateien im Quellcode, bis auf die Zeile genau.',
  },
  name: { en: 'Name or package URL', de: 'Name oder Package-URL' },
  nameHint: { en: 'log4j-core, org.example:thing, pkg:npm/left-pad@1.1.0', de: 'log4j-core, org.example:thing, pkg:npm/left-pad@1.1.0' },
  version: { en: 'Version', de: 'Version' },
  anyVersion: { en: 'any', de: 'beliebig' },
  ask: { en: 'Which component?', de: 'Welche Komponente?' },
  askHelp: {
    en: 'Write its name as in log4j-core, with its group before it, or a package URL such as pkg:maven/org.apache.logging.log4j/log4j-core.',
    de: 'Schreiben Sie ihren Namen wie log4j-core, mit der Gruppe davor, oder eine Package-URL wie pkg:maven/org.apache.logging.log4j/log4j-core.',
  },
  asPackage: { en: 'Packages of {ecosystem} that are called {name}', de: 'Pakete von {ecosystem}, die {name} heißen' },
  artifacts: { en: 'Artifacts', de: 'Artefakte' },
  noArtifacts: { en: 'No artifact that you may read holds it', de: 'Kein Artefakt, das Sie lesen dürfen, enthält sie' },
  source: { en: 'Source code', de: 'Quellcode' },
  noSource: { en: 'No lock file of a scanned repository names it', de: 'Keine Lock-Datei eines geprüften Repositorys nennt sie' },
  sourceForAdministrators: { en: 'Source code is shown to administrators only.', de: 'Quellcode wird nur Administratoren gezeigt.' },
  cut: {
    en: 'There are more places than are shown; write a version, or the whole name.',
    de: 'Es gibt mehr Stellen, als gezeigt werden; geben Sie eine Version oder den ganzen Namen an.',
  },
  artifact: { en: 'Artifact', de: 'Artefakt' },
  component: { en: 'Component', de: 'Komponente' },
  inside: { en: 'Inside', de: 'Darin' },
  itself: { en: 'the artifact itself', de: 'das Artefakt selbst' },
  findings: { en: 'Known vulnerabilities', de: 'Bekannte Schwachstellen' },
  noFindings: { en: 'None', de: 'Keine' },
  notJudged: { en: 'Not judged', de: 'Nicht beurteilt' },
  repository: { en: 'Repository', de: 'Repository' },
  branch: { en: 'Branch', de: 'Zweig' },
  place: { en: 'Lock file and line', de: 'Lock-Datei und Zeile' },
});
