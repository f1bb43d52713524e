import { catalogue } from '../words/i18n.ts';

/** Why somebody may not do something. */
export const { t } = catalogue({
  administrator: { en: 'Only an administrator can do this', de: 'Nur Administratoren können das tun' },
  signIn: { en: 'Sign in to do this', de: 'Melden Sie sich dafür an' },
  action: {
    en: "You need '{action}' on a {resource}; an administrator can grant it",
    de: 'Dafür ist „{action}“ auf einem {resource} nötig; Administratoren können es gewähren',
  },
  repository: { en: 'repository', de: 'Repository' },
  build: { en: 'build', de: 'Build' },
  releaseBundle: { en: 'release bundle', de: 'Release-Bundle' },
});
