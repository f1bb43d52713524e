/** Calls that the generated ones leave out, by the name of the operation, and why. */
const leftOut: Readonly<Record<string, string>> = {
  logout: 'ends the session that asks',
  changePassword: 'changes the password that the calls are made with',
  updateSignInOptions: 'may switch off the sign-in that the calls are made with',
  updateAccessSettings: 'may lock out whoever failed to sign in, or visitors',
  updateHeaderSsoSettings: 'decides who may sign in',
  updateSamlSettings: 'decides who may sign in',
  updateCrowdSettings: 'decides who may sign in, and asks another server',
  createLdapServer: 'has every sign-in ask another server',
  updateLdapServer: 'has every sign-in ask another server',
  beginOwnSecondFactor: 'asks the caller for a second factor from then on',
  confirmOwnSecondFactor: 'asks the caller for a second factor from then on',
  removeLicence: 'takes away what the installation may do',
  removeSystemLicence: 'takes away what the installation may do',
  streamEvents: 'never ends',
  readConsoleFile: 'needs a console that has been built',
  'readConsoleFile-head': 'needs a console that has been built',
  sendTestMail: 'asks another server',
  createVaultConfig: 'asks another server',
};

/** Names that exist, so that not every call ends at a name that does not. */
const dictionaries: Readonly<Record<string, readonly string[]>> = {
  keys: ['generic-local', 'maven-local', 'npm-local', 'pypi-local', 'docker-local', 'terraform-local', 'generic-all', 'fuzz'],
  names: ['fuzzed', 'fuzzers', 'Developer', 'DEV'],
  paths: ['a/one.txt', 'a', 'a/b/two.txt', ''],
  builds: ['made'],
};

const bindings: Readonly<Record<string, keyof typeof dictionaries>> = {
  'path.key': 'keys',
  'path.repoKey': 'keys',
  'path.repository': 'keys',
  'query.repoKey': 'keys',
  'query.repos': 'keys',
  'path.name': 'names',
  'path.path': 'paths',
  'query.path': 'paths',
  'path.build': 'builds',
};

/** The settings of schemathesis. https://schemathesis.readthedocs.io/en/stable/reference/configuration/ */
export function writeFuzzSettings(): string {
  return [
    'continue-on-failure = true',
    'request-timeout = 30',
    'max-redirects = 0',
    'suppress-health-check = ["all"]',
    '[warnings]\nenabled = false',
    '[generation]\nno-shrink = true\ndatabase = "none"',
    ...Object.entries(dictionaries).map(([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}`),
    '[parameters]',
    ...Object.entries(bindings).map(([place, dictionary]) => `"${place}" = { dictionary = "${dictionary}", probability = 0.7 }`),
    ...Object.keys(leftOut).map((name) => `[[operations]]\ninclude-operation-id = "${name}"\nenabled = false`),
  ].join('\n');
}
