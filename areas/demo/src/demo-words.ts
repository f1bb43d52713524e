import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the demo. */
export const { t } = catalogue(
  {
    demo: 'Demo',
    demoText: 'The parts of the console at work.',
    tree: 'Tree',
    greeting: 'Greeting',
    hello: 'Hello, {name}!',
    helloVisitor: 'Hello!',
    mounting: 'Two micro-frontends',
    mountingFailed: 'The parts could not be mounted',
    services: 'Services',
    switches: 'Switches',
    groups: 'Groups',
    on: 'on',
    off: 'off',
    template: 'Template',
    templateText: 'A counter that walks to its new value, with undo and redo.',
    counter: 'Counter',
    add: 'Add {step}',
    reset: 'Back to zero',
    alreadyZero: 'The counter is at zero',
    undo: 'Undo',
    redo: 'Redo',
    nothingToUndo: 'Nothing has been changed yet',
    nothingToRedo: 'Nothing has been undone',
  },
  { de: async () => (await import('./demo-words-de.ts')).german },
);
