import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words that all forms of the area share. */
export const { t } = catalogue({
  ownTitle: { en: 'Give up the administration of the platform?', de: 'Die Verwaltung der Plattform abgeben?' },
  ownText: {
    en: 'You are an administrator through this alone. You can then reach only what permissions give you, and cannot give yourself this back: another administrator has to.',
    de: 'Nur dadurch verwalten Sie die Plattform. Sie erreichen dann nur noch, was Berechtigungen Ihnen geben, und können sich das nicht selbst zurückgeben: Das muss jemand anderes tun, der verwaltet.',
  },
  managedBy: { en: 'Managed by {name}', de: 'Verwaltet von {name}' },
  managedUser: {
    en: 'This user came from {name} and is changed there. Here the user can only be disabled, which stays here.',
    de: 'Dieser Benutzer kam von {name} und wird dort geändert. Hier lässt er sich nur sperren; das bleibt hier.',
  },
  managedUserOwnPassword: {
    en: 'This user came from {name} and is changed there. Here the user can be disabled and has a password of its own; both stay here.',
    de: 'Dieser Benutzer kam von {name} und wird dort geändert. Hier lässt er sich sperren und hat ein eigenes Passwort; beides bleibt hier.',
  },
  managedThing: {
    en: 'This came from {name} and is changed there; nothing is saved here.',
    de: 'Das kam von {name} und wird dort geändert; hier wird nichts gespeichert.',
  },
  managedRefusal: { en: 'Managed by {name}: change it there', de: 'Wird von {name} verwaltet: Ändern Sie es dort' },
  changeThere: { en: 'Open it at {name}', de: 'Bei {name} öffnen' },
  ownAction: { en: 'Give up administration', de: 'Verwaltung abgeben' },
});
