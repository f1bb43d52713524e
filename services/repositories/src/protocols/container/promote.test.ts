import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import type { Action, Grant } from '@packhouse/kernel/access/authorisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDigest, type PushedImage, pushImage, putManifest, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

const grant = (name: string, actions: Action[]): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: [name],
  include: [],
  exclude: [],
  actions,
  through: 'user',
});

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    actors: {
      promoter: { grants: [grant('docker-local', ['read']), grant('docker-target', ['read', 'deploy'])] },
      reader: { grants: [grant('docker-local', ['read'])] },
      stranger: { grants: [grant('docker-elsewhere', ['read'])] },
    },
  });
  for (const key of ['docker-local', 'docker-target']) await registry.local(key);
});
afterAll(() => registry.stop());

async function pushIndex(name: string, tag: string, { digest, manifest }: PushedImage): Promise<string> {
  const manifests = [{ mediaType: mediaTypes.ociManifest, digest, size: manifest.length }];
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests });
  expect((await putManifest(registry, name, tag, index, mediaTypes.ociIndex)).status).toBe(201);
  return computeDigest(index);
}

const promote = (body: object, { as = 'admin', from = 'docker-local' } = {}) =>
  registry.send('POST', `/artifactory/api/docker/${from}/v2/promote`, { body: JSON.stringify({ targetRepo: 'docker-target', ...body }), as });
const refusal = async (answer: Response) => [answer.status, await readCode(answer)];
const head = async (name: string, tag: string) => (await registry.send('HEAD', `/v2/${name}/manifests/${tag}`)).headers.get('docker-content-digest');

/** Manifests that stand for tags of an image at the target. */
async function readLeads(image: string): Promise<string[]> {
  const rows = await registry.db
    .selectFrom('artifact')
    .innerJoin('repository', 'repository.id', 'artifact.repository_id')
    .select('path')
    .where('repository.key', '=', 'docker-target')
    .where('path', 'like', `${image}/%`)
    .where('lead', '=', true)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path);
}

describe('promotion over a tag of the other kind', () => {
  it('asks for what deleting asks for, and leaves one manifest under the tag', async () => {
    const image = await pushImage(registry, 'docker-local/kinds', 'single', 'single');
    const index = await pushIndex('docker-local/kinds', 'list', image);
    const over = (tag: string, as?: string) => promote({ dockerRepository: 'kinds', targetDockerRepository: 'over', tag, targetTag: '1', copy: true }, { as });
    expect((await over('single', 'promoter')).status).toBe(200);
    expect((await over('single', 'promoter')).status).toBe(200);
    expect(await refusal(await over('list', 'promoter'))).toEqual([403, 'DENIED']);
    expect(await head('docker-target/over', '1')).toBe(image.digest);
    expect((await over('list')).status).toBe(200);
    expect([await head('docker-target/over', '1'), await readLeads('over')]).toEqual([index, ['over/1/list.manifest.json']]);
    expect(await refusal(await over('single', 'promoter'))).toEqual([403, 'DENIED']);
    expect((await over('single')).status).toBe(200);
    expect([await head('docker-target/over', '1'), await readLeads('over')]).toEqual([image.digest, ['over/1/manifest.json']]);
  });
});

describe('a move onto itself', () => {
  it('is refused and takes nothing away', async () => {
    const { digest } = await pushImage(registry, 'docker-local/itself', '1', 'itself');
    for (const more of [{}, { tag: '1' }, { tag: '1', targetTag: '1' }, { targetTag: '1', targetDockerRepository: 'itself' }]) {
      const answer = await promote({ targetRepo: 'docker-local', dockerRepository: 'itself', ...more });
      expect([more, ...(await refusal(answer))]).toEqual([more, 400, 'BAD_REQUEST']);
    }
    expect(await head('docker-local/itself', '1')).toBe(digest);
    expect((await promote({ targetRepo: 'docker-local', dockerRepository: 'itself', tag: '1', targetTag: '2' })).status).toBe(200);
    expect([await head('docker-local/itself', '1'), await head('docker-local/itself', '2')]).toEqual([null, digest]);
  });
});

describe('those who may not promote', () => {
  it('learn neither repositories nor tags', async () => {
    await pushImage(registry, 'docker-local/secret', '1', 'secret');
    for (const [as, ...refused] of [
      ['anonymous', 401, 'UNAUTHORIZED'],
      ['stranger', 403, 'DENIED'],
    ] as const)
      for (const from of ['docker-local', 'nothing'])
        for (const body of [{ tag: '1' }, { tag: 'none' }, {}, { targetTag: '1' }, { targetRepo: 'nothing' }])
          expect([from, body, ...(await refusal(await promote({ dockerRepository: 'secret', ...body }, { as, from })))]).toEqual([from, body, ...refused]);
    for (const targetRepo of ['docker-target', 'nothing'])
      expect(await refusal(await promote({ dockerRepository: 'secret', tag: '1', targetRepo }, { as: 'reader' }))).toEqual([403, 'DENIED']);
    expect(await refusal(await promote({ dockerRepository: 'secret', tag: '1', targetRepo: 'nothing' }))).toEqual([404, 'NAME_UNKNOWN']);
  });
});

describe('a promotion of all tags', () => {
  it('brings all of them, or none when one is refused', async () => {
    const first = await pushImage(registry, 'docker-local/every', '1', 'one');
    const second = await pushImage(registry, 'docker-local/every', '2', 'two');
    await pushImage(registry, 'docker-target/every', '2', 'something else');
    const before = await head('docker-target/every', '2');
    // Tag 2 is taken there, and replacing it asks for what deleting asks for.
    expect(await refusal(await promote({ dockerRepository: 'every', copy: true }, { as: 'promoter' }))).toEqual([403, 'DENIED']);
    expect([await head('docker-target/every', '1'), await head('docker-target/every', '2')]).toEqual([null, before]);
    expect((await promote({ dockerRepository: 'every' })).status).toBe(200);
    expect([await head('docker-target/every', '1'), await head('docker-target/every', '2')]).toEqual([first.digest, second.digest]);
    expect([await head('docker-local/every', '1'), await head('docker-local/every', '2')]).toEqual([null, null]);
  });
});

/** Keeps everybody who writes this path of the target waiting until the returned function is called. */
async function holdTarget(path: string): Promise<() => Promise<unknown>> {
  const { id } = await registry.db.selectFrom('repository').select('id').where('key', '=', 'docker-target').executeTakeFirstOrThrow();
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done = registry.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${id}/${path}`}, 0))`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return () => {
    release.resolve();
    return done;
  };
}

const waiting = async () =>
  (await sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`.execute(registry.db)).rows
    .length;

describe('what is pushed while a tag is promoted', () => {
  it('stays at the source, be it of the same kind or of the other', async () => {
    for (const kind of ['image', 'index'] as const) {
      const tag = `source-${kind}`;
      const first = await pushImage(registry, 'docker-local/busy', tag, `${kind} before`);
      const release = await holdTarget(`busy/${tag}/manifest.json`);
      const answer = promote({ dockerRepository: 'busy', tag });
      await expect.poll(waiting).toBe(1);
      const pushed =
        kind === 'image' ? (await pushImage(registry, 'docker-local/busy', tag, 'after')).digest : await pushIndex('docker-local/busy', tag, first);
      await release();
      expect([(await answer).status, await head('docker-target/busy', tag), await head('docker-local/busy', tag)]).toEqual([200, first.digest, pushed]);
    }
  });

  it('stays at the target unless the caller may delete there', async () => {
    await pushImage(registry, 'docker-local/taken', '1', 'from the source');
    const release = await holdTarget('taken/1/manifest.json');
    const push = pushImage(registry, 'docker-target/taken', '1', 'in between');
    await expect.poll(waiting).toBe(1);
    const answer = promote({ dockerRepository: 'taken', tag: '1', copy: true }, { as: 'promoter' });
    await expect.poll(waiting).toBe(2);
    await release();
    const { digest } = await push;
    expect([...(await refusal(await answer)), await head('docker-target/taken', '1')]).toEqual([403, 'DENIED', digest]);
  });

  it('stays at the target unless the caller may delete there, when it is of the other kind, too', async () => {
    const image = await pushImage(registry, 'docker-local/taken', '2', 'from the source');
    await pushImage(registry, 'docker-target/taken', '', 'from the source');
    const release = await holdTarget('taken/2/list.manifest.json');
    const push = pushIndex('docker-target/taken', '2', image);
    await expect.poll(waiting).toBe(1);
    const answer = promote({ dockerRepository: 'taken', tag: '2', copy: true }, { as: 'promoter' });
    await expect.poll(waiting).toBe(2);
    await release();
    const index = await push;
    expect([...(await refusal(await answer)), await head('docker-target/taken', '2')]).toEqual([403, 'DENIED', index]);
    expect(await readLeads('taken/2')).toEqual(['taken/2/list.manifest.json']);
  });

  it('counts when it comes after the promotion, be it of the same kind or of the other', async () => {
    const image = await pushImage(registry, 'docker-local/later', '1', 'from the source');
    await pushImage(registry, 'docker-target/later', '', 'from the source');
    const release = await holdTarget('later/1/list.manifest.json');
    const answer = promote({ dockerRepository: 'later', tag: '1', copy: true });
    await expect.poll(waiting).toBe(1);
    const push = pushIndex('docker-target/later', '1', image);
    await expect.poll(waiting).toBe(2);
    await release();
    expect([(await answer).status, await push, await readLeads('later/1')]).toEqual([
      200,
      await head('docker-target/later', '1'),
      ['later/1/list.manifest.json'],
    ]);
  });
});
