import { sentences } from '../sentences.ts';

/** This is said about what deployments share with each other. */
export const federationWords = sentences({
  managed_elsewhere: { code: 'forbidden', en: 'Managed by {name}: change it there', de: 'Wird von {name} verwaltet: Ändern Sie es dort' },
  disabled_at_source: {
    code: 'forbidden',
    en: '{name} has disabled this user: enable the user there',
    de: '{name} hat diesen Benutzer gesperrt: Geben Sie den Benutzer dort frei',
  },
  no_such_link: { code: 'not_found', en: 'There is no such link between the deployments', de: 'Eine solche Verbindung zwischen den Deployments gibt es nicht' },
  not_trusted: {
    code: 'forbidden',
    en: '{source} does not trust {target} for federation: pair the two',
    de: '{source} vertraut {target} nicht für die Föderation: Koppeln Sie die beiden',
  },
  type_not_accepted: { code: 'forbidden', en: '{name} does not accept {types} from there', de: '{name} nimmt {types} von dort nicht an' },
  peer_refused: {
    code: 'upstream_failed',
    en: 'The other deployment answered {status}: {reason}',
    de: 'Das andere Deployment antwortete mit {status}: {reason}',
  },
  clock_ahead: {
    code: 'conflict',
    en: 'The clock of {name} is {minutes} {minutes|minute|minutes} ahead; nothing is taken until it is right, and nothing is lost',
    de: 'Die Uhr von {name} geht {minutes} {minutes|Minute|Minuten} vor; bis sie stimmt, wird nichts übernommen, und nichts geht verloren',
  },
  conflict_of_deleted: {
    code: 'conflict',
    en: '{name} has been deleted since: there is nothing to put the other value back to',
    de: '{name} wurde seitdem gelöscht: Es gibt nichts mehr, wofür der andere Wert gelten könnte',
  },
  no_such_conflict: { code: 'not_found', en: 'There is no such conflict', de: 'Einen solchen Konflikt gibt es nicht' },
});
