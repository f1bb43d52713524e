import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of ignore rules. */
export const { t } = catalogue(
  {
    rules: 'Ignore rules',
    about: 'By which findings are ignored, and by whom. A rule begins where a finding is ignored, or with a call.',
    what: 'Hides',
    where: 'Where',
    notes: 'Reason',
    author: 'Author',
    until: 'Until',
    everything: 'Every vulnerability',
    everywhere: 'Everywhere',
    inProject: 'in project {name}',
    noEnd: 'No end',
    lapsed: 'Lapsed',
    andMore: { one: 'and one more', other: 'and {count} more' },
    build: 'build {name}',
    none: 'Nothing is ignored',
    noneHelp: 'Open a file or the security tab of a version, and ignore what does not matter there.',
    end: 'End rule',
    endTitle: 'End this rule?',
    endText: 'What it hides counts again, for everybody: {what}.',
    ended: 'The rule has ended',
    previous: 'Previous page',
    next: 'Next page',
    pageOf: 'Page {page} of {pages}',
  },
  { de: () => import('./ignoring-words-de.ts').then(({ german }) => german) },
);
