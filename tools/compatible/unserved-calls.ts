/** A call of existing clients that the platform does not answer, or calls that belong together. */
export interface UnservedCall {
  /** `METHOD, METHOD address`; parts of the address that vary stand in braces. */
  readonly call: string;
  /** It is for this. */
  readonly purpose: string;
  /** 1: whole kinds of clients need it; 2: few do. */
  readonly priority: 1 | 2;
}

const one = (priority: 1 | 2, call: string, purpose: string): UnservedCall => ({ call, purpose, priority });

const rt = '/artifactory/api';
const access = '/access/api';
const xray = '/xray/api';

const administration = [
  one(2, `POST ${rt}/system/encrypt`, 'encrypting stored secrets'),
  one(2, `POST ${rt}/system/decrypt`, 'decrypting stored secrets'),
  one(2, `POST ${rt}/export/system`, 'exporting everything to a folder'),
  one(2, `GET ${rt}/plugins`, 'plugins of users, their reload and execution'),
  one(2, `POST ${rt}/metadata_server/reindex`, 'reading all packages again'),
  one(2, `POST ${rt}/system/support/bundle`, 'support bundles, and their list and content'),
];

const artifacts = [
  one(2, `POST ${rt}/v1/uploads/create`, 'uploads in parts: create, urlPart, complete, status, abort'),
  one(2, `GET ${rt}/search/license`, 'files by their licence'),
  one(2, `POST ${rt}/packagesSearch/leadFile`, 'the leading file of a package version'),
  one(2, `POST ${rt}/localgenerated/filter/paths`, 'paths that a transfer leaves out'),
  one(2, `POST ${rt}/federation/fullSync/{repo}`, 'federated repositories: migration and synchronisation'),
  one(2, `POST ${rt}/build/rename/{name}`, 'renaming a build'),
  one(2, `POST ${rt}/build/distribute/{name}/{number}`, 'distributing what a build made'),
  one(2, `POST ${rt}/build/patternArtifacts`, 'files of a build by pattern'),
  one(2, `GET, DELETE ${rt}/release/bundles/{name}/{version}`, 'release bundles on a target'),
  one(2, `GET ${rt}/curation/audit/{format}/{repo}/{path}`, 'what a curation would refuse'),
  one(2, `GET ${rt}/aieditorextensions/{repo}/{path}`, 'extensions of editors'),
  one(2, `GET ${rt}/skills/{repo}/{path}`, 'skills of agents'),
  one(2, `GET ${rt}/xrayRepo/getIntegrationConfig`, 'how scanning is connected'),
];

const security = [one(2, `PUT ${rt}/gpg/key/public`, 'the key that signs listings, with its private half and passphrase')];

const users = [one(2, `GET, PUT, DELETE ${access}/v1/aws/iam_role/{username}`, 'roles of a cloud')];

const scanning = [
  one(2, `GET, PUT ${xray}/v1/repos_config/{repo}`, 'how a repository is scanned'),
  one(2, `GET, PUT ${xray}/v1/configuration/{name}`, 'settings of the service'),
  one(2, `GET, POST, PUT, DELETE ${xray}/v1/webhooks/{name}`, 'webhooks of policies'),
  one(2, `GET, POST, PUT, DELETE ${xray}/v1/events/{id}`, 'vulnerabilities of one’s own'),
  one(2, `GET, POST, PUT, DELETE ${xray}/v1/curation/policies/{id}`, 'curation policies and their conditions'),
  one(2, `GET ${xray}/v1/artifacts`, 'files with their findings'),
  one(2, `GET ${xray}/v1/indexer-resources/download/{os}/{arch}`, 'the program that scans on the client'),
  one(
    2,
    `POST ${xray}/v1/xsc/scan-cdx/upload`,
    'what a scan of source code found, and the pages that show it (`gitinfo/scan-ui-route`, `gitinfo/scanResultsUiRoute`)',
  ),
  one(2, 'POST /catalog/api/v1/custom/graphql', 'the catalogue of open-source packages'),
];

const releases = [one(2, 'PUT /distribution/api/v1/system/support/bundle/{id}', 'support bundles of the service')];

const others = [
  one(2, 'GET, POST /mc/api/v1/buckets', 'licence buckets: attach, acquire, release'),
  one(2, 'GET, PUT /mc/api/v1/federation/{id}', 'users and permissions in several deployments'),
  one(2, 'GET /pipelines/api/v1/system/info', 'pipelines: integrations, sources, runs'),
  one(2, 'POST /metadata/api/v1/query', 'package queries at their old address'),
  one(2, 'GET, POST, PUT /worker/api/v2/workers', 'code of users that runs on events'),
  one(2, 'GET, POST /apptrust/api/v1/applications', 'applications and their versions'),
  one(2, 'GET /runtime/api/v1/clusters', 'what runs in clusters'),
];

/** By the place in the document. */
export const unservedCalls: Readonly<Record<string, readonly UnservedCall[]>> = {
  'Administration of repositories': administration,
  'Artifacts, builds and bundles': artifacts,
  'Security of repositories': security,
  'Access and events': users,
  Scanning: scanning,
  'Release bundles and distribution': releases,
  'Other services': others,
};

/** Package protocols without an address here. */
export const unservedProtocols = ['ansible', 'bower', 'chef', 'cocoapods', 'git LFS', 'hex', 'nix', 'opkg', 'p2', 'pub', 'puppet', 'vcs'] as const;
