import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the demo. */
export const { t } = catalogue({
  demo: { en: 'Demo', de: 'Demo' },
  demoText: { en: 'The parts of the console at work.', de: 'Die Bausteine der Konsole bei der Arbeit.' },
  tree: { en: 'Tree', de: 'Baum' },
  greeting: { en: 'Greeting', de: 'Begrüßung' },
  hello: { en: 'Hello, {name}!', de: 'Guten Tag, {name}!' },
  helloVisitor: { en: 'Hello!', de: 'Guten Tag!' },
  mounting: { en: 'Two micro-frontends', de: 'Zwei Micro-Frontends' },
  mountingFailed: { en: 'The parts could not be mounted', de: 'Die Teile ließen sich nicht einhängen' },
  services: { en: 'Services', de: 'Dienste' },
  switches: { en: 'Switches', de: 'Schalter' },
  groups: { en: 'Groups', de: 'Gruppen' },
  on: { en: 'on', de: 'an' },
  off: { en: 'off', de: 'aus' },
  template: { en: 'Template', de: 'Vorlage' },
  templateText: {
    en: 'A counter that walks to its new value, with undo and redo.',
    de: 'Ein Zähler, der zu seinem neuen Wert läuft, mit Rückgängig und Wiederholen.',
  },
  counter: { en: 'Counter', de: 'Zähler' },
  add: { en: 'Add {step}', de: '{step} dazu' },
  reset: { en: 'Back to zero', de: 'Auf null' },
  alreadyZero: { en: 'The counter is at zero', de: 'Der Zähler steht auf null' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  redo: { en: 'Redo', de: 'Wiederholen' },
  nothingToUndo: { en: 'Nothing has been changed yet', de: 'Noch wurde nichts verändert' },
  nothingToRedo: { en: 'Nothing has been undone', de: 'Es wurde nichts rückgängig gemacht' },
});
