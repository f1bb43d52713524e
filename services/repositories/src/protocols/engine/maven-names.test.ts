import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

let test: RepositoryTestPlatform;

beforeAll(async () => {
  test = await startRepositoryPlatform({ jobs: false });
  await test.create({ class: 'local', key: 'libs', format: 'maven' });
  await test.create({ class: 'virtual', key: 'all', format: 'maven', members: ['libs'], settings: { defaultDeployment: 'libs' } });
});
afterAll(async () => {
  await test?.stop();
});

const folder = 'com/acme/app/1.0-SNAPSHOT';
const sum = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

describe('names in the Maven layout', () => {
  it('API-001 gives the newest build of a snapshot under the snapshot’s own name', async () => {
    for (const [build, text] of [
      ['20260101.000000-1', 'old'],
      ['20260102.000000-2', 'new'],
    ])
      for (const ending of ['.dat', '-sources.dat']) expect((await test.put(`libs/${folder}/app-1.0-${build}${ending}`, `${text}${ending}`)).status).toBe(201);
    for (const key of ['libs', 'all'])
      for (const ending of ['.dat', '-sources.dat']) {
        const answer = await test.ask(`${key}/${folder}/app-1.0-SNAPSHOT${ending}`);
        expect([answer.status, await answer.text()]).toEqual([200, `new${ending}`]);
        const checksum = await test.ask(`${key}/${folder}/app-1.0-SNAPSHOT${ending}.sha1`);
        expect(await checksum.text()).toBe(sum('sha1', `new${ending}`));
      }
    expect((await test.ask(`libs/${folder}/app-1.0-SNAPSHOT.war`)).status).toBe(404);
    expect((await test.ask('libs/com/acme/app/2.0-SNAPSHOT/app-2.0-SNAPSHOT.dat')).status).toBe(404);
  });

  it('API-001 gives a file that really has the snapshot’s name before any build', async () => {
    await test.put('libs/com/acme/plain/1.0-SNAPSHOT/plain-1.0-SNAPSHOT.dat', 'plain');
    await test.put('libs/com/acme/plain/1.0-SNAPSHOT/plain-1.0-20260101.000000-1.dat', 'built');
    expect(await (await test.ask('all/com/acme/plain/1.0-SNAPSHOT/plain-1.0-SNAPSHOT.dat')).text()).toBe('plain');
  });

  it.each(['md5', 'sha1', 'sha256', 'sha512'])('API-001 compares an uploaded .%s with the file', async (algorithm) => {
    const path = `libs/com/acme/sums/1.0/sums-1.0-${algorithm}.jar`;
    await test.put(path, 'content');
    expect((await test.put(`${path}.${algorithm}`, sum(algorithm, 'other'))).status).toBe(409);
    expect((await test.put(`${path}.${algorithm}`, sum(algorithm, 'content'))).status).toBe(201);
    expect(await (await test.ask(`${path}.${algorithm}`)).text()).toBe(sum(algorithm, 'content'));
  });
});
