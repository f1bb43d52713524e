import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConanRoom, openConanRoom } from './conan-room.ts';

let room: ConanRoom;

beforeAll(async () => {
  room = await openConanRoom();
});
afterAll(() => room?.stop());

interface Listed {
  revisions?: Record<string, { timestamp: number; packages?: Record<string, { info?: object; revisions?: Record<string, { timestamp: number }> }> }>;
}

/** Lists what a repository has, as the client reads it. */
async function list(env: Record<string, string>, pattern: string): Promise<Record<string, Listed>> {
  const { stdout } = await room.run(env, 'list', pattern, '--remote=here', '--format=json');
  return (JSON.parse(stdout) as { here: Record<string, Listed> }).here;
}
const names = (listed: object | undefined) => Object.keys(listed ?? {});

describe('revisions of conan packages', () => {
  it('FMT-017 keeps every revision, and gives out the newest unless another is asked for', async () => {
    const { golden } = room;
    const maker = await room.publish('server', golden.local, 'often/1.0', { text: 'first' });
    const first = names((await list(maker, 'often/1.0#*'))['often/1.0']?.revisions);
    await room.create(maker, 'often/1.0', { text: 'second' });
    await room.run(maker, 'upload', 'often/1.0', '--remote=here', '--confirm');
    const revisions = (await list(maker, 'often/1.0#*'))['often/1.0']?.revisions ?? {};
    expect(names(revisions)).toHaveLength(2);
    expect(names(revisions)[0]).toBe(first[0]);
    const [older = 0, newer = 0] = Object.values(revisions).map(({ timestamp }) => timestamp);
    expect([Math.abs(newer - Date.now() / 1000) < 600, newer > older]).toEqual([true, true]);
    expect(await room.install(golden.virtual, 'often/1.0', 'often')).toBe('second');
    expect(await room.install(golden.virtual, `often/1.0#${first[0]}`, 'often')).toBe('first');
  });

  it('FMT-017 keeps every package of a recipe, each with what it was made of and its own revisions', async () => {
    const { golden } = room;
    const [lines, options] = [['options = {"loud": [True, False]}', 'default_options = {"loud": False}'], '--options=&:loud=True'];
    const maker = await room.publish('server', golden.local, 'variants/1.0', { lines });
    await room.run(maker, 'remove', '*', '--confirm');
    await room.create(maker, 'variants/1.0', { lines, parameters: [options] });
    await room.run(maker, 'upload', 'variants/1.0', '--remote=here', '--confirm');
    const revision = Object.values((await list(maker, 'variants/1.0:*'))['variants/1.0']?.revisions ?? {})[0];
    expect(Object.values(revision?.packages ?? {}).map(({ info }) => info)).toEqual(
      expect.arrayContaining([true, false].map((loud) => ({ settings: { os: 'Linux' }, options: { loud: loud ? 'True' : 'False' } }))),
    );
    const { stdout } = await room.run(maker, 'list', 'variants/1.0:*', '--package-query=options.loud=True', '--remote=here');
    expect(stdout.match(/loud: /g)).toHaveLength(1);
    expect(await room.install(golden.local, 'variants/1.0', 'variants', options)).toBe('variants/1.0');
    const found = await golden.server.ask(`api/search/prop?conan.options.loud=True&repos=${golden.local}`);
    expect(((await found.json()) as { results: unknown[] }).results).toHaveLength(1);
  });

  it('FMT-017 removes a package’s revision, packages, a recipe’s revision and recipes', async () => {
    const { golden, run, tryRun } = room;
    const maker = await room.publish('server', golden.local, 'doomed/1.0', { text: 'first' });
    await room.create(maker, 'doomed/1.0', { text: 'second' });
    await room.create(maker, 'doomed/2.0');
    await run(maker, 'upload', 'doomed/*', '--remote=here', '--confirm');
    const remove = (pattern: string) => run(maker, 'remove', pattern, '--remote=here', '--confirm');
    const [older, newer] = names((await list(maker, 'doomed/1.0#*'))['doomed/1.0']?.revisions);
    const packageIds = async (of: string | undefined) => names((await list(maker, `doomed/1.0#${of}:*`))['doomed/1.0']?.revisions?.[of ?? '']?.packages);
    const [id] = await packageIds(newer);
    await remove(`doomed/1.0#${newer}:${id}#latest`);
    expect([await packageIds(newer), await packageIds(older)]).toEqual([[], [id]]);
    await remove(`doomed/1.0#${older}:*`);
    expect(await packageIds(older)).toEqual([]);
    await remove(`doomed/1.0#${newer}`);
    expect(names((await list(maker, 'doomed/1.0#*'))['doomed/1.0']?.revisions)).toEqual([older]);
    await remove('doomed/1.0');
    expect(names(await list(maker, 'doomed/*'))).toEqual(['doomed/2.0']);
    await remove('doomed/*');
    expect((await tryRun(maker, 'list', 'doomed/2.0#*', '--remote=here')).output).toMatch(/does not exist/);
    const rest = await golden.server.ask(`api/storage/${golden.local}/_/doomed`);
    expect(rest.status).toBe(404);
  });

  it('FMT-017 keeps what stands beside a revision, and takes it again when it has changed', async () => {
    const { golden, run, work } = room;
    const maker = await room.home('server', golden.local);
    await room.create(maker, 'logged/1.0');
    const folder = (await run(maker, 'cache', 'path', 'logged/1.0', '--folder=metadata')).stdout.trim();
    for (const text of ['first', 'second']) {
      await work.write({ [`${folder.slice(work.path.length + 1)}/logs/build.log`]: text });
      await run(maker, 'upload', 'logged/1.0', '--remote=here', '--confirm', '--force', '--metadata=*');
      const reader = await room.home('server', golden.virtual, `reads-${text}`);
      await run(reader, 'download', 'logged/1.0', '--remote=here', '--metadata=*');
      const found = (await run(reader, 'cache', 'path', 'logged/1.0', '--folder=metadata')).stdout.trim();
      expect(await readFile(join(found, 'logs', 'build.log'), 'utf8')).toBe(text);
    }
  });

  it('FMT-017 uploads many at once, sends nothing that is there already, and again what is forced', async () => {
    const { golden, run } = room;
    const maker = await room.home('server', golden.local, 'many');
    for (const name of ['aa', 'bb', 'cc', 'dd']) await room.create(maker, `many-${name}/1.0`, { text: 'the same' });
    const upload = (...more: string[]) => run(maker, 'upload', 'many-*', '--remote=here', '--confirm', '-cc', 'core.upload:parallel=4', ...more);
    expect((await upload()).output).toMatch(/Uploading recipe/);
    expect(names(await list(maker, 'many-*'))).toEqual(['aa', 'bb', 'cc', 'dd'].map((name) => `many-${name}/1.0`));
    expect((await upload()).output).toMatch(/already in server, skipping upload/);
    expect((await upload('--force')).output).toMatch(/Uploading package/);
    expect(await room.install(golden.virtual, 'many-cc/[*]', 'many-cc')).toBe('the same');
  });

  it('FMT-017 finds again what is locked, also when a newer version has come', async () => {
    const { golden, run, work } = room;
    await room.publish('upstream', golden.honest, 'locked/1.0', { text: 'locked' });
    const reader = await room.home('server', golden.virtual, 'locking');
    const lock = join(work.path, 'versions.lock');
    await run(reader, 'lock', 'create', '--requires=locked/[*]', '--remote=here', `--lockfile-out=${lock}`);
    await room.publish('upstream', golden.honest, 'locked/2.0', { text: 'newer' });
    await room.publish('upstream', golden.honest, 'locked/1.0', { text: 'another revision' });
    expect(await room.install(golden.virtual, 'locked/[*]', 'locked', `--lockfile=${lock}`)).toBe('locked');
    expect(await room.install(golden.virtual, 'locked/[*]', 'locked')).toBe('newer');
  });
});
