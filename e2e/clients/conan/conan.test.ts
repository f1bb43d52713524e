import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSetup } from '../client-platform.ts';
import { type ConanRoom, openConanRoom } from './conan-room.ts';

let room: ConanRoom;

beforeAll(async () => {
  room = await openConanRoom();
});
afterAll(() => room?.stop());

const ownRecipe = 'from conan import ConanFile\n\nclass Mine(ConanFile):\n    package_type = "header-library"\n';

describe('conan', () => {
  it('FMT-017 FMT-101 uploads and installs exactly as Set Me Up shows', async () => {
    const { golden, work, env } = room;
    const files = { 'mine/conanfile.py': ownRecipe, 'consumer/README': '' };
    await work.write(Object.fromEntries(['first', 'second'].flatMap((home) => Object.entries(files).map(([name, text]) => [`${home}/${name}`, text]))));
    const follow = (key: string, home: string, choose: (title: string) => boolean) =>
      followSetup({ server: golden.server, key, home: join(work.path, home), folders: { publish: 'mine', resolve: 'consumer' }, env, choose });
    const whole = await follow(golden.virtual, 'first', () => true);
    expect(whole, whole.output).toMatchObject({ code: 0 });
    expect(whole.output).toMatch(/my-package\/1\.0\.0.*Cache/);
    // Another client, which has made nothing itself.
    const installing = await follow(golden.local, 'second', (title) => !title.includes('recipe'));
    expect(installing, installing.output).toMatchObject({ code: 0 });
    expect(installing.output).toMatch(/my-package\/1\.0\.0: Package installed/);
  });

  it('FMT-017 installs what an upstream has, beside our own, with what that needs', async () => {
    const { golden, run } = room;
    await room.publish('upstream', golden.honest, 'theirs-base/0.2.0');
    await room.publish('upstream', golden.honest, 'theirs/1.1.0');
    const publisher = await room.publish('upstream', golden.honest, 'theirs/1.2.0', {
      lines: ['requires = "theirs-base/[>=0.1 <1]"'],
      parameters: ['--remote=here'],
    });
    expect((await run(publisher, 'search', 'theirs', '--remote=here')).stdout).toMatch(/theirs\/1\.1\.0\s+theirs\/1\.2\.0/);
    for (const key of [golden.remote, golden.virtual]) {
      expect(await room.install(key, 'theirs/[>=1]', 'theirs')).toBe('theirs/1.2.0');
      const reader = await room.home('server', key);
      expect((await run(reader, 'list', 'theirs*', '--remote=here')).stdout).toMatch(/theirs\/1\.1\.0\s+theirs\/1\.2\.0[\s\S]*theirs-base\/0\.2\.0/);
      expect((await run(reader, 'list', 'theirs/1.2.0:*', '--remote=here')).stdout).toContain('os: Linux');
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    const { golden, run, tryRun } = room;
    const [name, ours] = ['my-own', 'my-own/1.0.0'];
    await room.publish('server', golden.local, ours, { text: 'ours' });
    const attacker = await room.publish('upstream', golden.hostile, `${name}/99.0.0`, { text: 'hostile' });
    await room.create(attacker, ours, { text: 'hostile' });
    await run(attacker, 'upload', ours, '--remote=here', '--confirm');
    const victim = await room.home('server', golden.virtual);
    for (const pattern of [name, `${name}/*`, 'my-*', '*', `${name}/9*`]) {
      const { output } = await tryRun(victim, 'search', pattern, '--remote=here');
      expect(output).not.toContain('99.0.0');
    }
    expect((await run(victim, 'list', `${ours}#*:*#*`, '--remote=here')).stdout.match(/revisions/g)).toHaveLength(2);
    for (const range of ['*', '>=1.0.0 <100']) expect(await room.install(golden.virtual, `${name}/[${range}]`, name)).toBe('ours');
    const asked = await tryRun(victim, 'install', `--requires=${name}/99.0.0`, '--remote=here');
    expect(asked.output).toMatch(/Unable to find 'my-own\/99\.0\.0' in remotes/);
    // It is there for those who ask that upstream alone.
    expect(await room.install('conan-hostile', `${name}/99.0.0`, name)).toBe('hostile');
  });

  it('FMT-017 takes what is somebody’s own for another package, as the client does', async () => {
    const { golden, run } = room;
    await room.publish('server', golden.local, 'forked/1.0@acme/stable', { text: 'ours' });
    await room.publish('upstream', golden.honest, 'forked/2.0', { text: 'theirs' });
    const attacker = await room.publish('upstream', golden.hostile, 'forked/99.0@acme/stable', { text: 'hostile' });
    expect((await run(attacker, 'list', 'forked/*', '--remote=here')).stdout).toContain('forked/99.0@acme/stable');
    const { stdout } = await run(await room.home('server', golden.virtual), 'list', 'forked/*', '--remote=here');
    expect(stdout).toMatch(/forked\/1\.0@acme\/stable\s+forked\/2\.0|forked\/2\.0\s+forked\/1\.0@acme\/stable/);
    expect(stdout).not.toContain('99.0');
    expect(await room.install(golden.virtual, 'forked/[*]@acme/stable', 'forked')).toBe('ours');
    expect(await room.install(golden.virtual, 'forked/[*]', 'forked')).toBe('theirs');
  });
});
