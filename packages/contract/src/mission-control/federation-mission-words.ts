import { sentences } from '../sentences.ts';

/** This is said about federations that mission control brings about. */
export const federationMissionWords = sentences({
  no_such_federation: { code: 'not_found', en: 'There is no such federation', de: 'Eine solche Föderation gibt es nicht' },
  not_ending: {
    code: 'conflict',
    en: 'Only a federation that is being removed can end here alone',
    de: 'Nur eine Föderation, die entfernt wird, kann hier allein enden',
  },
  source_has_star: {
    code: 'already_exists',
    en: '{name} is the source of a star already: change that one',
    de: '{name} ist schon die Quelle eines Sterns: Ändern Sie diesen',
  },
  source_is_target: { en: 'A source cannot be its own target', de: 'Eine Quelle kann nicht ihr eigenes Ziel sein' },
  no_such_deployment: { en: 'There is no such deployment', de: 'Ein solches Deployment gibt es nicht' },
  broadcast_started: { en: 'Broadcasting was initialized successfully', de: 'Die Übertragung wurde erfolgreich begonnen' },
  broadcast_partly: { en: 'Broadcasting for some targets has failed: {targets}', de: 'Die Übertragung ist für einige Ziele fehlgeschlagen: {targets}' },
  no_targets: { code: 'bad_request', en: 'Targets do not exist, cannot trigger broadcast', de: 'Es gibt keine Ziele, daher kann nichts übertragen werden' },
  filter_needs_manage: {
    code: 'forbidden',
    en: 'Only those who manage permissions may see and change the permissions filter',
    de: 'Den Filter der Berechtigungen sehen und ändern nur die, die Berechtigungen verwalten',
  },
});
