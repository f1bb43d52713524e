import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askFirewallException, createFirewallRule, decideFirewallException, listFirewallRecords } from '@packhouse/contract/repositories/firewall-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let server: ClientServer;
let upstream: DatedUpstream;
let work: Awaited<ReturnType<typeof workFolder>>;
let ruleId: string;

/** An old version, and one that is too young to come in. */
const versions = [
  { version: '1.0.0', published: daysAgo(400) },
  { version: '1.1.0', published: daysAgo(1) },
];

beforeAll(async () => {
  [server, upstream, work] = await Promise.all([startClientServer(), startDatedUpstream(), workFolder()]);
  await Promise.all([upstream.npm('rested', versions, '1.1.0'), upstream.pypi('rested', versions), upstream.cargo('rested', versions)]);
  const remote = async (format: FormatId, path: string) => {
    const settings = { url: `${upstream.url}/${path}`, allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
    await server.call(createRepository, { body: { class: 'remote', key: `${format}-remote`, format, settings } });
    await server.call(createRepository, { body: { class: 'virtual', key: `${format}-all`, format, members: [`${format}-remote`] } });
  };
  await Promise.all([remote('npm', 'npm'), remote('pypi', 'pypi/simple'), remote('cargo', 'cargo')]);
  ({ id: ruleId } = await server.call(createFirewallRule, { body: { name: 'Three days', mode: 'enforce', condition: { kind: 'age', days: 3 } } }));
});
afterAll(async () => {
  await server?.remove();
  await upstream?.stop();
  await work?.remove();
});

/** Nothing that one installation has fetched is there for the next. */
function npmEnvironment(cache: string): Record<string, string> {
  const url = server.protocol('npm-all', 'npm');
  return {
    HOME: work.path,
    npm_config_registry: `${url}/`,
    [`npm_config_${url.replace(/^https?:/, '')}/:_authToken`]: server.token,
    npm_config_cache: join(work.path, cache),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

describe('npm', () => {
  const project = async (folder: string) => {
    await work.write({ [`${folder}/package.json`]: JSON.stringify({ name: 'consumer', version: '1.0.0', private: true }) });
    return join(work.path, folder);
  };

  it('LEAD-006 installs the newest version that is old enough, and is told why a locked one is refused', async () => {
    const cwd = await project('plain');
    await mustRun('npm', ['install', 'rested'], { cwd, env: npmEnvironment('.npm-1') });
    expect(JSON.parse(await readFile(join(cwd, 'node_modules/rested/package.json'), 'utf8'))).toMatchObject({ version: '1.0.0' });
    const locked = await project('locked');
    const tarball = `${server.protocol('npm-all', 'npm')}/rested/-/rested-1.1.0.tgz`;
    const dependencies = { rested: '1.1.0' };
    await work.write({
      'locked/package.json': JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, dependencies }),
      'locked/package-lock.json': JSON.stringify({
        name: 'consumer',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'consumer', version: '1.0.0', dependencies },
          'node_modules/rested': { version: '1.1.0', resolved: tarball },
        },
      }),
    });
    const refused = await runProgram('npm', ['ci'], { cwd: locked, env: npmEnvironment('.npm-2') });
    expect(refused.code, refused.output).not.toBe(0);
    for (const word of [
      'E403',
      'rested 1.1.0 is held back by the rule "Three days"',
      'The newest version that is let in is 1.0.0',
      '/ui/security/firewall/ask?rule=',
    ])
      expect(refused.output).toContain(word);
  });

  it('LEAD-006 installs it once an exception was approved, and the refusal is on record', async () => {
    const body = { ruleId, repository: 'npm-remote', package: 'rested', version: '1.1.0', reason: 'It mends the outage of today' };
    const { id } = await server.call(askFirewallException, { body });
    await server.call(decideFirewallException, { params: { id }, body: { approved: true, until: daysAgo(-1) } });
    const cwd = await project('excepted');
    await mustRun('npm', ['install', 'rested'], { cwd, env: npmEnvironment('.npm-3') });
    expect(JSON.parse(await readFile(join(cwd, 'node_modules/rested/package.json'), 'utf8'))).toMatchObject({ version: '1.1.0' });
    const { items } = await server.call(listFirewallRecords, { query: { outcome: 'refused' } });
    const seen = { package: 'rested', version: '1.1.0', user: 'admin', repository: 'npm-remote' };
    expect(items.filter(({ place }) => place === 'download')).toEqual([expect.objectContaining(seen)]);
    expect(items).toContainEqual(expect.objectContaining({ ...seen, place: 'listing' }));
  });
});

describe('pip', () => {
  const url = () => server.protocol('pypi-all', 'pypi').replace('://', `://admin:${server.token}@`);
  const download = (...wanted: string[]) =>
    runProgram(client('pip'), ['download', '--no-deps', '--dest', join(work.path, 'wheels'), '--disable-pip-version-check', '--no-input', ...wanted], {
      cwd: work.path,
      env: { HOME: work.path, PIP_CONFIG_FILE: '/dev/null', PIP_NO_CACHE_DIR: '1', PIP_INDEX_URL: `${url()}/simple` },
    });

  it('LEAD-006 takes the newest version that is old enough, and is told why a named file is refused', async () => {
    const taken = await download('rested');
    expect([taken.code, taken.output], taken.output).toEqual([0, expect.stringContaining('rested-1.0.0-py3-none-any.whl')]);
    const refused = await download(`${url()}/packages/rested/1.1.0/rested-1.1.0-py3-none-any.whl`);
    expect(refused.code).not.toBe(0);
    for (const word of ['403', 'rested 1.1.0 is held back by the rule "Three days"', 'The newest version that is let in is 1.0.0'])
      expect(refused.output).toContain(word);
  });
});

describe('cargo', () => {
  it('LEAD-006 resolves to the newest version that is old enough', async () => {
    await work.write({
      'cargo-home/config.toml': `[registries.here]\nindex = "sparse+${server.protocol('cargo-all', 'cargo')}/"\n\n[registry]\nglobal-credential-providers = ["cargo:token"]\n`,
      'crate/Cargo.toml':
        '[package]\nname = "consumer"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nrested = { version = "1", registry = "here" }\n',
      'crate/src/lib.rs': '',
    });
    const env = {
      HOME: work.path,
      CARGO_HOME: join(work.path, 'cargo-home'),
      CARGO_REGISTRIES_HERE_TOKEN: server.token,
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(process.env.HOME ?? '', '.rustup'),
    };
    await mustRun('cargo', ['fetch'], { cwd: join(work.path, 'crate'), env });
    expect(await readFile(join(work.path, 'crate/Cargo.lock'), 'utf8')).toMatch(/name = "rested"\nversion = "1\.0\.0"/);
  });
});
