/** German for the words of refusals. */
export const refusalGerman = {
  administrator: 'Nur Administratoren können das tun',
  signIn: 'Melden Sie sich dafür an',
  action: 'Dafür ist „{action}“ auf einem {resource} nötig; Administratoren können es gewähren',
  repository: 'Repository',
  build: 'Build',
  releaseBundle: 'Release-Bundle',
};
