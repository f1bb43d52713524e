import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of sending artifacts and builds to other platforms. */
export const { t } = catalogue(
  {
    distribute: 'Distribute…',
    redistribute: 'Redistribute…',
    distributeTitle: 'Distribute {name}',
    distributeText: 'A signed release bundle is made of it and sent to the targets.',
    redistributeTitle: 'Redistribute {name}',
    redistributeText: 'It belongs to a release bundle that was distributed. That is sent again, with whatever a target lacks.',
    name: 'Name of the release bundle',
    version: 'Version',
    versionHint: 'Letters, digits, dots, dashes and underscores. A version is never made twice.',
    bundle: 'Release bundle',
    targets: 'Targets',
    chooseTarget: 'Choose at least one target',
    noTargets: 'There is no target yet: an administrator adds them under Distribution.',
    autoCreate: 'Create repositories that a target lacks',
    cancel: 'Cancel',
    send: 'Distribute',
    sendAgain: 'Redistribute',
    onItsWay: '{name} is on its way',
    show: 'Show progress',
    madeAlready: '{name} was made and signed, but not sent.',
    needManage: "You need 'manage' here; an administrator can grant it",
    actions: 'Actions',
    releaseBundles: 'Release bundles',
  },
  { de: async () => (await import('./distribute-words-de.ts')).german },
);
