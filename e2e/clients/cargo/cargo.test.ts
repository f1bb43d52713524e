import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('cargo', 'cargo'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

type Side = 'server' | 'upstream';

/** A home of cargo's own that knows one registry under the name `here`. */
async function settings(side: Side, key: string): Promise<Record<string, string>> {
  const home = `cargo-${side}-${key}`;
  await work.write({
    [`${home}/config.toml`]: `[registries.here]\nindex = "sparse+${golden[side].protocol(key, 'cargo')}/"\n\n[registry]\ndefault = "here"\nglobal-credential-providers = ["cargo:token"]\n\n[source.crates-io]\nreplace-with = "here"\n`,
  });
  // The toolchain manager, where there is one, keeps its own folder; only cargo's is ours.
  return {
    HOME: work.path,
    CARGO_HOME: join(work.path, home),
    CARGO_REGISTRIES_HERE_TOKEN: golden[side].token,
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(process.env.HOME ?? '', '.rustup'),
  };
}

async function crate(folder: string, name: string, version: string, dependencies = ''): Promise<string> {
  await work.write({
    [`${folder}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\ndescription = "A crate"\nlicense = "MIT"\n\n[dependencies]\n${dependencies}`,
    [`${folder}/src/lib.rs`]: 'pub const TEXT: &str = "hello";\n',
  });
  return join(work.path, folder);
}
const cargo = (parameters: string[], cwd: string, env: Record<string, string>) => mustRun('cargo', parameters, { cwd, env });
const publish = async (side: Side, key: string, name: string, version: string, dependencies = '') =>
  cargo(
    ['publish', '--registry', 'here', '--no-verify', '--allow-dirty'],
    await crate(`${side}-${name}-${version}`, name, version, dependencies),
    await settings(side, key),
  );

describe('cargo', () => {
  it('FMT-101 publishes and adds exactly as Set Me Up shows', async () => {
    await crate('setup/mine', 'my-crate', '1.0.0');
    await crate('setup/consumer', 'consumer', '0.1.0');
    const { CARGO_HOME: _, CARGO_REGISTRIES_HERE_TOKEN: __, ...env } = await settings('server', golden.virtual);
    const result = await followSetup({
      server: golden.server,
      key: golden.virtual,
      home: join(work.path, 'setup'),
      folders: { publish: 'mine', resolve: 'consumer' },
      env: { ...env, CARGO_PUBLISH_TIMEOUT: '30' },
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(result.output).toContain('Adding my-crate v1.0.0');
  });

  it('FMT-014 resolves what an upstream has, beside our own, with its dependencies', async () => {
    await publish('upstream', golden.honest, 'theirs_base', '0.2.0');
    await publish('upstream', golden.honest, 'theirs', '1.2.0', 'theirs_base = { version = "0.2", registry = "here" }');
    for (const key of [golden.remote, golden.virtual]) {
      const folder = await crate(`from-${key}`, 'consumer', '0.1.0', 'theirs = { version = "1", registry = "here" }');
      const env = await settings('server', key);
      await cargo(['fetch'], folder, env);
      expect((await cargo(['tree'], folder, env)).stdout).toMatch(/theirs v1\.2\.0[\s\S]*theirs_base v0\.2\.0/);
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    await publish('upstream', golden.hostile, 'my_crate', '99.0.0');
    const folder = await crate('victim', 'victim', '0.1.0', 'my-crate = { version = "*", registry = "here" }');
    const env = await settings('server', golden.virtual);
    await cargo(['update'], folder, env);
    expect((await cargo(['tree'], folder, env)).stdout).toContain('my-crate v1.0.0');
  });

  it('FMT-014 yanks and takes it back, searches, and refuses a version that is there', async () => {
    const env = await settings('server', golden.local);
    await publish('server', golden.local, 'tools', '1.0.0');
    await publish('server', golden.local, 'tools', '1.1.0');
    const highest = async () => {
      const folder = await crate(`user-${Math.random()}`, 'user', '0.1.0', 'tools = { version = "1", registry = "here" }');
      await cargo(['update'], folder, env);
      return /tools v(\S+)/.exec((await cargo(['tree'], folder, env)).stdout)?.[1];
    };
    await cargo(['yank', '--registry', 'here', '--version', '1.1.0', 'tools'], work.path, env);
    expect(await highest()).toBe('1.0.0');
    await cargo(['yank', '--registry', 'here', '--version', '1.1.0', '--undo', 'tools'], work.path, env);
    expect(await highest()).toBe('1.1.0');
    expect((await cargo(['search', '--registry', 'here', 'tools'], work.path, env)).stdout).toContain('tools = "1.1.0"');
    const again = await runProgram('cargo', ['publish', '--registry', 'here', '--no-verify', '--allow-dirty'], {
      cwd: await crate('again', 'tools', '1.1.0', ''),
      env,
    });
    expect(again.output).toMatch(/already/);
  });

  it('is found behind the address that existing clients are set up with, too', async () => {
    const env = await settings('server', golden.local);
    await work.write({
      'indexed/config.toml': `[registries.here]\nindex = "sparse+${golden.server.protocol(golden.local, 'cargo')}/index/"\n\n[registry]\nglobal-credential-providers = ["cargo:token"]\n`,
    });
    const indexed = { ...env, CARGO_HOME: join(work.path, 'indexed') };
    const folder = await crate('indexed-crate', 'indexed-crate', '1.0.0');
    await cargo(['publish', '--registry', 'here', '--no-verify', '--allow-dirty'], folder, indexed);
    const consumer = await crate('indexed-consumer', 'indexed-consumer', '0.1.0');
    await cargo(['add', 'indexed-crate', '--registry', 'here'], consumer, indexed);
    await cargo(['fetch'], consumer, indexed);
    expect(await readFile(join(consumer, 'Cargo.lock'), 'utf8')).toContain('name = "indexed-crate"');
  });

  it('has no owners, and says what decides instead', async () => {
    const env = await settings('server', golden.local);
    const listed = await runProgram('cargo', ['owner', '--list', 'indexed-crate', '--registry', 'here'], { cwd: work.path, env });
    expect(listed.code, listed.output).toBe(0);
    for (const change of ['--add', '--remove']) {
      const refused = await runProgram('cargo', ['owner', change, 'ann', 'indexed-crate', '--registry', 'here'], { cwd: work.path, env });
      expect(refused.code, refused.output).not.toBe(0);
      expect(refused.output).toContain('permissions on the repository say who may publish');
    }
  });

  it('FMT-014 refuses strangers', async () => {
    const env = { ...(await settings('server', golden.local)), CARGO_REGISTRIES_HERE_TOKEN: 'wrong' };
    const refused = await runProgram('cargo', ['publish', '--registry', 'here', '--no-verify', '--allow-dirty'], {
      cwd: await crate('strange', 'strange', '1.0.0'),
      env,
    });
    expect(refused.code, refused.output).not.toBe(0);
  });
});
