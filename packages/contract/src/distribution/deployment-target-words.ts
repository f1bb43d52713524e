import { sentences } from '../sentences.ts';

/** This is said of targets that are paired deployments. */
export const deploymentTargetWords = sentences({
  target_deployment_gone: {
    code: 'forbidden',
    en: '{target} is not a deployment that this one trusts for distribution any more',
    de: '{target} ist kein Deployment mehr, dem dieses für die Verteilung vertraut',
  },
  no_target_deployment: {
    code: 'invalid_input',
    en: 'There is no deployment that is trusted here for distribution under this id',
    de: 'Unter dieser ID gibt es kein Deployment, dem hier für die Verteilung vertraut wird',
  },
  target_is_deployment: {
    code: 'invalid_input',
    en: '{target} is a paired deployment; its address is changed where deployments are trusted',
    de: '{target} ist ein gekoppeltes Deployment; seine Adresse wird bei den vertrauten Deployments geändert',
  },
  target_has_token: {
    code: 'invalid_input',
    en: '{target} is reached by an address and an access token, not as a paired deployment',
    de: '{target} wird über eine Adresse und ein Zugriffstoken erreicht, nicht als gekoppeltes Deployment',
  },
  release_bundles_not_accepted: {
    code: 'forbidden',
    en: '{name} accepts no release bundles from here',
    de: '{name} nimmt von hier keine Release-Bundles an',
  },
});
