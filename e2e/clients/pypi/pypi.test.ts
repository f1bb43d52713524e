import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonIndex, readAddresses } from '../../../tools/clients/public-registries.ts';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { createPublicRemote } from '../public-registry.ts';
import { mustRun, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('pypi', 'pypi', '/simple', await readAddresses(await pythonIndex())), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const python = () => join(dirname(client('pip')), 'python3');

/** Builds a wheel and a source distribution of a one-module project. */
async function build(folder: string, name: string, version: string, text = '1'): Promise<string> {
  const module = name.toLowerCase().replaceAll(/[-.]/g, '_');
  await work.write({
    [`${folder}/pyproject.toml`]: `[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "${name}"\nversion = "${version}"\ndescription = "Made here"\nrequires-python = ">=3.8"\nreadme = "README.md"\n`,
    [`${folder}/README.md`]: '# Made here\n',
    [`${folder}/${module}.py`]: `VALUE = ${text}\n`,
  });
  const cwd = join(work.path, folder);
  await mustRun(python(), ['-m', 'build', '--no-isolation', '.'], { cwd, env: { HOME: work.path } });
  return cwd;
}

async function upload(server: ClientServer, key: string, cwd: string, more: string[] = []) {
  const parameters = [
    'upload',
    '--non-interactive',
    '--disable-progress-bar',
    '--repository-url',
    `${server.protocol(key, 'pypi')}/`,
    '-u',
    'admin',
    '-p',
    server.token,
    ...more,
  ];
  return runProgram('bash', ['-c', `exec "$0" "$@" dist/*`, client('twine'), ...parameters], { cwd, env: { HOME: work.path } });
}

/** An environment, with a pip of its own only where that is asked for: the one that is pinned needs none there, and setting one up takes seconds. */
async function venv(name: string, { hasPip = false } = {}): Promise<string> {
  await mustRun('python3', ['-m', 'venv', ...(hasPip ? [] : ['--without-pip']), name], { cwd: work.path, env: { HOME: work.path } });
  return join(work.path, name, 'bin');
}

const indexUrl = (key: string) => golden.server.protocol(key, 'pypi').replace('://', `://admin:${golden.server.token}@`).concat('/simple');
/** The pip that is pinned, for an environment; Set Me Up is followed with the machine's own, which may be years older. */
const pip = (bin: string, ...parameters: string[]) =>
  runProgram(client('pip'), ['--python', join(bin, 'python'), ...parameters, '--disable-pip-version-check', '--no-input'], {
    cwd: work.path,
    env: { HOME: work.path, PIP_CONFIG_FILE: '/dev/null', PIP_NO_CACHE_DIR: '1' },
  });

describe('pypi', () => {
  it('FMT-101 uploads and installs exactly as Set Me Up shows', async () => {
    await build('mine', 'your-package', '1.0.0');
    await work.write({ 'in/.keep': '' });
    const bin = await venv('shown', { hasPip: true });
    const path = [bin, dirname(client('twine')), dirname(client('uv')), process.env.PATH].join(':');
    const env = { PATH: path, VIRTUAL_ENV: dirname(bin), PIP_CONFIG_FILE: '/dev/null', UV_NO_CONFIG: '1', UV_CACHE_DIR: join(work.path, '.uv') };
    // Both uploads are of the same bytes: the second is a success without effect.
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders: { publish: 'mine', resolve: 'in' }, env });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect((await mustRun(join(bin, 'python3'), ['-c', 'import your_package; print(your_package.VALUE)'], { cwd: work.path, env: {} })).stdout).toBe('1\n');
  });

  it('FMT-006 finds what an upstream has, through the remote and beside our own in the virtual repository', async () => {
    const folder = await build('lib', 'Acme.Lib', '2.1.0');
    expect(await upload(golden.upstream, golden.honest, folder)).toMatchObject({ code: 0 });
    for (const key of [golden.remote, golden.virtual]) {
      const result = await pip(await venv(`from-${key}`), 'install', '-v', '--index-url', indexUrl(key), 'acme_lib>=2');
      expect(result.code, result.output).toBe(0);
      // The resolver took the small metadata file, and the wheel's checksum came with the listing.
      expect(result.output).toContain('.whl.metadata');
    }
    const sdist = await pip(
      // What comes with a pip makes something of sources.
      await venv('from-source', { hasPip: true }),
      'download',
      '--no-binary',
      ':all:',
      '--no-build-isolation',
      '--no-deps',
      '--index-url',
      indexUrl(golden.virtual),
      'acme-lib',
    );
    expect(sdist.output).toContain('acme_lib-2.1.0.tar.gz');
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    expect(await upload(golden.upstream, golden.hostile, await build('evil', 'Your_Package', '99.0.0'))).toMatchObject({ code: 0 });
    const bin = await venv('victim');
    const seen = await pip(bin, 'index', 'versions', 'your-package', '--index-url', indexUrl(golden.virtual));
    expect(seen.output).toContain('1.0.0');
    expect(seen.output).not.toContain('99.0.0');
    expect((await pip(bin, 'install', '--index-url', indexUrl(golden.virtual), 'your-package==99.0.0')).code).not.toBe(0);
    const hostile = await golden.server.ask(`api/pypi/${golden.virtual}/packages/your-package/99.0.0/your_package-99.0.0-py3-none-any.whl`);
    expect(hostile.status).toBe(404);
  });

  it('FMT-006 refuses the same file with other bytes, in words that twine knows', async () => {
    const folder = await build('again', 'your-package', '1.0.0', '2');
    // The client has --skip-existing for one index only, so its words are looked at instead.
    const refused = await upload(golden.server, golden.local, folder, ['--verbose']);
    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output).toMatch(/400[\s\S]*already exists/);
    const stranger = await runProgram(
      client('twine'),
      [
        'upload',
        '--non-interactive',
        '--repository-url',
        `${golden.server.protocol(golden.local, 'pypi')}/`,
        '-u',
        'admin',
        '-p',
        'wrong',
        'dist/your_package-1.0.0.tar.gz',
      ],
      { cwd: folder, env: { HOME: work.path } },
    );
    expect(stranger.output).toContain('401');
  });

  it('FMT-006 installs from the public index through a remote repository', async ({ skip }) => {
    const silent = await createPublicRemote(golden.server, 'pypi', 'pypi-public', await pythonIndex(), 'api/pypi/pypi-public/simple/six/');
    if (silent) skip(silent);
    const result = await pip(await venv('public'), 'install', '-v', '--index-url', indexUrl('pypi-public'), 'requests');
    expect(result.code, result.output).toBe(0);
    expect(result.output).toContain(golden.server.protocol('pypi-public', 'pypi').replace(/^.*:\/\//, ''));
  });

  it('FMT-006 serves uv', async () => {
    await work.write({
      'uv-project/pyproject.toml': `[project]\nname = "consumer"\nversion = "0.1"\nrequires-python = ">=3.8"\ndependencies = ["acme-lib", "your-package"]\n`,
    });
    const env = {
      HOME: work.path,
      UV_DEFAULT_INDEX: indexUrl(golden.virtual),
      UV_NO_CONFIG: '1',
      UV_CACHE_DIR: join(work.path, '.uv-other'),
      UV_PYTHON_DOWNLOADS: 'never',
    };
    const locked = await mustRun(client('uv'), ['lock'], { cwd: join(work.path, 'uv-project'), env });
    expect(locked.output).toMatch(/Resolved 3 packages/);
    await mustRun(client('uv'), ['sync'], { cwd: join(work.path, 'uv-project'), env });
  });
});
