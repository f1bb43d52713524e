import { downloadArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform();
  await test.create({ class: 'local', key: 'libs', format: 'generic' });
  for (const name of ['app.js', 'app.mjs', 'app.css', 'page.html', 'drawing.svg', 'data.json']) await test.put(`libs/${name}`, 'alert(1)');
});
afterAll(() => test?.stop());

const readKind = async (answer: Response) => {
  await answer.arrayBuffer();
  return answer.headers.get('content-type');
};

it.each(['app.js', 'app.mjs', 'app.css'])('answers %s with a type that no page takes for a script or a style', async (name) => {
  const isInert = (answer: Response) => {
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  };
  isInert(await test.ask(`libs/${name}`));
  isInert(await test.ask(`libs/${name}`, { headers: { range: 'bytes=0-3' } }));
  isInert(await test.ask(`libs/${name}`, { method: 'HEAD' }));
  isInert(await fetch(`${test.baseUrl}${downloadArtifact.url}?repoKey=libs&path=${name}`, { headers: test.headersOf('admin') }));
});

it('leaves the types of other files alone', async () => {
  expect(await readKind(await test.ask('libs/page.html'))).toBe('text/html');
  expect(await readKind(await test.ask('libs/drawing.svg'))).toBe('image/svg+xml');
  expect(await readKind(await test.ask('libs/data.json'))).toBe('application/json');
});

it('gives what is stored, listed or refused no place among the console’s pages', async () => {
  for (const path of ['libs/page.html', 'libs/', 'libs/nothing.html', 'api/storage/libs/page.html', 'api/nuget/nothing/index.json']) {
    const answer = await test.ask(path);
    await answer.arrayBuffer();
    expect([path, answer.headers.get('content-security-policy')]).toEqual([path, expect.stringContaining("default-src 'none'")]);
    expect(answer.headers.get('content-security-policy')).toMatch(/; sandbox( allow-downloads)?$/);
  }
  const stranger = await test.ask('libs/page.html', { as: 'anonymous' });
  expect([stranger.status, stranger.headers.get('content-security-policy')]).toEqual([401, expect.stringContaining('sandbox')]);
});
