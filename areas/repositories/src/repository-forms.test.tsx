import { changeFolderDownload, readFolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import * as keys from '@packhouse/contract/repositories/key-routes.ts';
import { getReposModel } from '@packhouse/contract/repositories/onboarding-routes.ts';
import * as proxies from '@packhouse/contract/repositories/proxy-routes.ts';
import * as repositories from '@packhouse/contract/repositories/repository-routes.ts';
import { RemoteSettings, VirtualSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import * as retention from '@packhouse/contract/repositories/retention-routes.ts';
import { listSigningKeys, rotateSigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import * as ssh from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { changeDataTransferLimit, readDataTransfer } from '@packhouse/contract/repositories/transfer-routes.ts';
import * as trash from '@packhouse/contract/repositories/trash-routes.ts';
import * as webServer from '@packhouse/contract/repositories/web-server-routes.ts';
import { availablePackages, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

const { routes } = area;
const long = (length: number) => 'x'.repeat(length + 1);
const at = '2026-01-01T00:00:00.000Z';
const made = { createdAt: at, createdBy: 'admin' };
const known = [
  answers(proxies.listProxies, { items: [] }),
  answers(keys.listClientCertificates, { items: [] }),
  answers(keys.listTrustedKeys, { items: [] }),
  answers(keys.listKeyPairs, { items: [] }),
  answers(keys.listVaultConfigs, { items: [] }),
  answers(ssh.listSshSigners, { items: [] }),
  answers(listSigningKeys, { items: [] }),
  answers(availablePackages, ['generic', 'npm']),
  answers(getReposModel, { repoLayouts: [] }),
  answers(listProjects, []),
  answers(repositories.listRepositories, { items: [], total: 0 }),
];
const remote: repositories.Repository = {
  class: 'remote',
  key: 'npm-remote',
  format: 'npm',
  description: '',
  url: 'https://packages.example.test/npm-remote',
  createdAt: at,
  modifiedAt: at,
  settings: RemoteSettings.parse({ url: 'https://registry.example.test' }),
  hasPassword: false,
  usedBy: [],
};
const source = 'Address of the source';
const remoteNames = {
  Description: 'description',
  [source]: 'settings.url',
  'Wait for the source, in seconds': 'settings.timeoutSeconds',
  Include: 'settings.includePatterns.0',
};

examineForm('administration/new-repository-page.tsx NewRepositoryPage', {
  routes,
  path: '/admin/repositories/remote/new?format=npm',
  answers: known,
  submit: 'Create repository',
  good: { Key: 'npm-remote', Description: 'Theirs', [source]: 'https://registry.example.test', 'Wait for the source, in seconds': '15' },
  wrong: [
    ['Key', '', /Use 1 to 64/],
    [source, '', /starts with http/],
    ['Description', long(1000), /at most 1000/],
    ['Wait for the source, in seconds', 'long', /number/],
    ['Key', 'a b', /Use 1 to 64/],
    [source, 'registry.example.test', /starts with http/],
    ['Key', 'npm-cache', /cannot end in/],
    [source, 'https://me:secret@registry.example.test', /own fields/],
    ['Wait for the source, in seconds', '9999', /600 at most/],
    ['Key', 'api', /reserved/],
  ],
  sends: repositories.createRepository,
  reply: remote,
  names: { Key: 'key', ...remoteNames },
  exists: ['repository_exists', 'Key'],
});

examineForm('administration/new-repository-page.tsx NewProjectRepositoryPage', {
  routes,
  path: '/project/repositories/new/virtual',
  session: { projectKey: 'web', managesProject: true },
  answers: known,
  submit: 'Create repository',
  good: { Key: 'web-all', Description: 'All' },
  wrong: [
    ['Key', '', /Use 1 to 64/],
    ['Description', long(1000), /at most 1000/],
  ],
  sends: repositories.createProjectRepository,
  reply: { ...remote, class: 'virtual', key: 'web-all', settings: VirtualSettings.parse({}), members: [] },
  names: { Key: 'key', Members: 'members.0', Description: 'description' },
  exists: ['repository_exists', 'Key'],
});

examineForm('administration/repository-form-page.tsx EditForm', {
  routes,
  path: '/admin/repositories/remote/npm-remote/edit',
  answers: [answers(repositories.readRepository, remote), ...known],
  submit: 'Save changes',
  good: { Description: 'Theirs', [source]: 'https://other.example.test', 'Wait for the source, in seconds': '20' },
  wrong: [
    [source, 'other', /starts with http/],
    ['Wait for the source, in seconds', '0', /1 or more/],
  ],
  sends: repositories.updateRepository,
  reply: remote,
  names: remoteNames,
});

const security = '/admin/artifactory/security';
const pair = { name: 'team', kind: 'openpgp', fingerprint: 'a'.repeat(40), publicKey: 'public', usedBy: [], ...made };

examineForm('keys/new-key-pair.tsx NewKeyPairDrawer', {
  routes,
  path: `${security}/keys_management/gpg_rsa_keys`,
  answers: known,
  open: ['New key pair'],
  submit: 'Add',
  good: { 'Import it': 'on', Name: 'team', 'Private key': 'PRIVATE', 'Public key': 'PUBLIC', Passphrase: 'secret' },
  wrong: [
    ['Name', '', /Use 1 to 64/],
    ['Private key', '', /Paste the key/],
    ['Name', 'a b', /Use 1 to 64/],
    ['Private key', long(100_000), /at most 100000/],
  ],
  sends: keys.createKeyPair,
  reply: pair,
  names: { Name: 'name', 'Private key': 'privateKey', 'Public key': 'publicKey', Passphrase: 'passphrase' },
  exists: ['already_exists', 'Name'],
});

examineForm('keys/new-trusted-key.tsx NewTrustedKeyDrawer', {
  routes,
  path: `${security}/trusted_keys`,
  answers: known,
  open: ['Add trusted key'],
  submit: 'Add',
  good: { Name: 'debian', 'Public key': 'PUBLIC' },
  wrong: [
    ['Name', '', /Use 1 to 64/],
    ['Public key', '', /Paste the key/],
    ['Name', 'a b', /Use 1 to 64/],
  ],
  sends: keys.createTrustedKey,
  reply: { ...pair, owners: [] },
  names: { Name: 'name', 'Public key': 'publicKey' },
  exists: ['already_exists', 'Name'],
});

examineForm('keys/new-ssh-signer.tsx NewSshSignerDrawer', {
  routes,
  path: `${security}/keys_management/ssh`,
  answers: known,
  open: ['Trust an SSH key'],
  submit: 'Add',
  good: { Name: 'ann', Principals: 'ann@example.org', 'Public key': 'ssh-ed25519 AAAA' },
  wrong: [
    ['Name', '', /Use 1 to 64/],
    ['Principals', '', /Give at least one/],
    ['Public key', '', /Paste the key/],
    ['Name', 'a b', /Use 1 to 64/],
    ['Public key', long(20_000), /at most 20000/],
  ],
  sends: ssh.createSshSigner,
  reply: { name: 'ann', principals: ['ann@example.org'], fingerprint: 'SHA256:a', publicKey: 'ssh-ed25519 AAAA', ...made },
  names: { Name: 'name', Principals: 'principals', 'Public key': 'publicKey' },
  exists: ['already_exists', 'Name'],
});

examineForm('keys/verify-signature.tsx VerifySignatureDrawer', {
  routes,
  path: `${security}/keys_management/ssh`,
  answers: known,
  open: ['Verify a signature'],
  submit: 'Verify',
  good: { 'Checksum of the file': 'a'.repeat(64), Signature: 'SIGNATURE' },
  wrong: [
    ['Checksum of the file', '', /Give the SHA-512/],
    ['Signature', '', /Paste the signature/],
    ['Checksum of the file', 'abc', /Give the SHA-512/],
    ['Signature', long(20_000), /at most 20000/],
  ],
  sends: ssh.verifySshSignature,
  reply: { valid: true, message: 'It fits', fingerprint: 'SHA256:a', namespace: 'file' },
  names: { 'Checksum of the file': 'checksum', Signature: 'signature' },
});

examineForm('keys/new-certificate.tsx NewCertificateDrawer', {
  routes,
  path: `${security}/keys_management/java_key_store`,
  answers: known,
  open: ['Add client certificate'],
  submit: 'Add',
  good: { Name: 'mtls', Certificate: 'CERTIFICATE', 'Private key': 'PRIVATE', Passphrase: 'secret' },
  wrong: [
    ['Name', '', /Use 1 to 64/],
    ['Certificate', '', /Paste the certificate/],
    ['Private key', '', /Paste the key/],
  ],
  sends: keys.createClientCertificate,
  reply: { name: 'mtls', subject: 'CN=a', issuer: 'CN=b', fingerprint: 'c', validUntil: at, usedBy: [], ...made },
  names: { Name: 'name', Certificate: 'certificate', 'Private key': 'privateKey', Passphrase: 'passphrase' },
  exists: ['already_exists', 'Name'],
});

examineForm('keys/new-vault.tsx NewVaultDrawer', {
  routes,
  path: `${security}/keys_management/gpg_rsa_keys`,
  answers: known,
  open: ['Add vault'],
  submit: 'Add',
  good: { Key: 'main', Address: 'https://vault.example.test', Mount: 'secret', Token: 'token' },
  wrong: [
    ['Key', '', /Use 1 to 64/],
    ['Address', '', /starts with http/],
    ['Mount', '', /Give the mount/],
    ['Token', '', /Enter the token/],
    ['Address', 'vault.example.test', /starts with http/],
    ['Mount', 'a/../b', /'\.\.' as a part/],
  ],
  sends: keys.createVaultConfig,
  reply: { key: 'main', url: 'https://vault.example.test', mount: 'secret', engine: 'kv2', signIn: 'token', allowPrivate: false, usedBy: [], ...made },
  names: { Key: 'key', Address: 'url', Mount: 'mount', Token: 'token', 'It may be at a private address': 'allowPrivate' },
  exists: ['already_exists', 'Key'],
});

examineForm('keys/verify-key-pair.tsx VerifyDrawer', {
  routes,
  path: `${security}/keys_management/gpg_rsa_keys`,
  answers: known,
  open: ['Verify a key pair'],
  submit: 'Verify',
  good: { 'Private key': 'PRIVATE', 'Public key': 'PUBLIC', Passphrase: 'secret' },
  wrong: [
    ['Private key', '', /Paste the key/],
    ['Private key', long(100_000), /at most 100000/],
  ],
  sends: keys.verifyKeyPair,
  reply: { valid: true, message: 'They fit' },
  names: { 'Private key': 'privateKey', 'Public key': 'publicKey', Passphrase: 'passphrase' },
});

examineForm('web-server/web-server-page.tsx SettingsForm', {
  routes,
  path: '/admin/proxies/web-server',
  answers: [answers(webServer.readWebServer, webServer.WebServer.parse({})), ...known],
  submit: 'Save changes',
  good: {
    'Server name': 'packages.example.test',
    HTTP: 'on',
    'HTTPS port': '443',
    'HTTP port': '80',
    Certificate: '/etc/ssl/c.pem',
    'Host of the platform': 'localhost',
    'Port of the platform': '8082',
  },
  wrong: [
    ['Server name', 'https://packages.example.test', /without scheme/],
    ['HTTPS port', '', /whole number from 1/],
    ['Certificate', 'c.pem', /absolute path/],
    ['Port of the platform', 'abc', /whole number from 1/],
  ],
  conflicts: [['HTTP port', '443', /HTTPS has this port already/]],
  sends: webServer.updateWebServer,
  reply: webServer.WebServer.parse({}),
  names: { 'Server name': 'serverName', 'HTTPS port': 'httpsPort', Certificate: 'sslCertificate', 'Host of the platform': 'internalHost' },
});

const kept = { ...retention.RetentionPolicyInput.parse({ name: 'old', olderThanDays: 30 }), id: 1, modifiedAt: at, modifiedBy: 'admin' };
const age = 'Stored more than so many days ago';
const retentionWrong = [
  ['Name', '', /Give the policy a name/],
  [age, 'old', /number/],
  ['Description', long(1000), /at most 1000/],
  ['Name', long(100), /at most 100/],
  [age, '0', /at least one day/],
  ['Keep so many of the newest versions of each package', '1.5', /whole number/],
] as const;

examineForm('retention/retention-form-page.tsx NewRetentionPage', {
  routes,
  path: '/admin/retention/new',
  answers: known,
  submit: 'Create policy',
  good: { Name: 'old', Description: 'Old ones', [age]: '30', 'Keep so many of the newest versions of each package': '' },
  wrong: retentionWrong,
  conflicts: [[age, '', /Say when something goes/]],
  sends: retention.createRetentionPolicy,
  reply: kept,
  names: { Name: 'name', Description: 'description', [age]: 'olderThanDays', Paths: 'includePatterns.0', Repositories: 'repositoryKeys.0' },
});

examineForm('retention/retention-form-page.tsx EditForm', {
  routes,
  path: '/admin/retention/1',
  answers: [answers(retention.readRetentionPolicy, kept), ...known],
  submit: 'Save changes',
  good: { Name: 'older', [age]: '60' },
  wrong: [['Name', '', /Give the policy a name/]],
  sends: retention.changeRetentionPolicy,
  reply: kept,
  names: { Name: 'name', [age]: 'olderThanDays' },
});

const signingKey = {
  id: 1,
  kind: 'openpgp' as const,
  name: 'key-1.asc',
  fingerprint: 'a'.repeat(40),
  publicKey: 'public',
  ...made,
};
const publishedDays = 'Days that the present key stays published';

examineForm('signing-keys/rotate-key.tsx RotateKey', {
  routes,
  path: '/admin/security/signing-keys',
  answers: [answers(listSigningKeys, { items: [signingKey] })],
  open: ['Rotate'],
  submit: 'Rotate',
  good: { [publishedDays]: '30' },
  wrong: [
    [publishedDays, '', /from 0 to 3650/],
    [publishedDays, 'long', /from 0 to 3650/],
    [publishedDays, '4000', /from 0 to 3650/],
    [publishedDays, '1.5', /from 0 to 3650/],
  ],
  sends: rotateSigningKey,
  reply: signingKey,
  names: { [publishedDays]: 'publishedDays' },
});

const keepDays = 'After so many days';

const limit = { limitMegabytes: 5, receivedBytes: 1, sentBytes: 2, endsAt: at };
const folders = { enabled: true, visitors: true, mostFiles: 0, mostMegabytes: 0 };
const nothingStored = { files: 0, bytes: 0, blobs: 0, blobBytes: 0, trash: { files: 0, bytes: 0 }, store: { kind: 's3' as const }, repositories: [] };
const storageAnswers = [answers(readDataTransfer, limit), answers(readFolderDownload, folders), answers(readStorageSummary, nothingStored)];
examineForm('storage/transfer-limit.tsx TransferLimitDialog', {
  routes,
  path: '/admin/monitoring/storage-summary',
  answers: storageAnswers,
  open: ['Limit data transfer'],
  submit: 'Save',
  good: { 'Megabytes a month': '30' },
  wrong: [
    ['Megabytes a month', '', /whole number of megabytes/],
    ['Megabytes a month', '-1', /whole number of megabytes/],
    ['Megabytes a month', '1.5', /whole number of megabytes/],
  ],
  sends: changeDataTransferLimit,
  reply: limit,
  names: { 'Megabytes a month': 'limitMegabytes' },
});

const mostFiles = 'Files in a folder, at most';
const mostMegabytes = 'Megabytes in a folder, at most';
examineForm('storage/folder-download-button.tsx FolderDownloadDialog', {
  routes,
  path: '/admin/monitoring/storage-summary',
  answers: storageAnswers,
  open: ['Downloads of folders'],
  submit: 'Save',
  good: { [mostFiles]: '5000', [mostMegabytes]: '1024' },
  wrong: [mostFiles, mostMegabytes].flatMap((field): [string, string, RegExp][] => ['', '-1', '1.5'].map((text) => [field, text, /whole number from 0/])),
  sends: changeFolderDownload,
  reply: folders,
  names: { [mostFiles]: 'mostFiles', [mostMegabytes]: 'mostMegabytes' },
});

examineForm('trash/trash-settings.tsx TrashSettingsDialog', {
  routes,
  path: '/admin/trash-can',
  answers: [
    answers(trash.readTrashSettings, { keepDays: 14 }),
    answers(trash.listTrash, { items: [], total: 0, next: null }),
    answers(trash.listTrashRepositories, { items: [] }),
    answers(trash.listTrashRuns, { items: [] }),
  ],
  open: ['Change'],
  submit: 'Save',
  good: { [keepDays]: '30' },
  wrong: [
    [keepDays, '', /from 1 to 3650/],
    [keepDays, 'long', /from 1 to 3650/],
    [keepDays, '0', /from 1 to 3650/],
  ],
  sends: trash.changeTrashSettings,
  reply: { keepDays: 30 },
  names: { [keepDays]: 'keepDays' },
});
