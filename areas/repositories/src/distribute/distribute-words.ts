import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of sending artifacts and builds to other platforms. */
export const { t } = catalogue({
  distribute: { en: 'Distribute…', de: 'Verteilen…' },
  redistribute: { en: 'Redistribute…', de: 'Erneut verteilen…' },
  distributeTitle: { en: 'Distribute {name}', de: '{name} verteilen' },
  distributeText: {
    en: 'A signed release bundle is made of it and sent to the targets.',
    de: 'Daraus entsteht ein signiertes Release-Bundle, das an die Ziele geht.',
  },
  redistributeTitle: { en: 'Redistribute {name}', de: '{name} erneut verteilen' },
  redistributeText: {
    en: 'It belongs to a release bundle that was distributed. That is sent again, with whatever a target lacks.',
    de: 'Es gehört zu einem Release-Bundle, das verteilt wurde. Dieses geht noch einmal hinaus, mit allem, was einem Ziel fehlt.',
  },
  name: { en: 'Name of the release bundle', de: 'Name des Release-Bundles' },
  version: { en: 'Version', de: 'Version' },
  versionHint: {
    en: 'Letters, digits, dots, dashes and underscores. A version is never made twice.',
    de: 'Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche. Eine Version entsteht nie zweimal.',
  },
  bundle: { en: 'Release bundle', de: 'Release-Bundle' },
  targets: { en: 'Targets', de: 'Ziele' },
  chooseTarget: { en: 'Choose at least one target', de: 'Wählen Sie mindestens ein Ziel' },
  noTargets: {
    en: 'There is no target yet: an administrator adds them under Distribution.',
    de: 'Es gibt noch kein Ziel: Die Administration legt sie unter Verteilung an.',
  },
  autoCreate: { en: 'Create repositories that a target lacks', de: 'Repositorys anlegen, die einem Ziel fehlen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  send: { en: 'Distribute', de: 'Verteilen' },
  sendAgain: { en: 'Redistribute', de: 'Erneut verteilen' },
  onItsWay: { en: '{name} is on its way', de: '{name} ist unterwegs' },
  show: { en: 'Show progress', de: 'Fortschritt zeigen' },
  madeAlready: { en: '{name} was made and signed, but not sent.', de: '{name} wurde erstellt und signiert, aber nicht gesendet.' },
  needManage: { en: "You need 'manage' here; an administrator can grant it", de: 'Dafür ist hier „manage“ nötig; Administratoren können es gewähren' },
  actions: { en: 'Actions', de: 'Aktionen' },
  releaseBundles: { en: 'Release bundles', de: 'Release-Bundles' },
});
