import { gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { RegisteredRoute } from '@packhouse/kernel/http/http.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerConsole } from '../console/register-console.ts';
import { configuredServices } from '../services.ts';
import { type Content, fillHidden, getKeys, reader, type Target, walkedFormats } from './hidden-test-content.ts';
import { listRequests, namesRepository, type WalkRequest } from './hidden-test-requests.ts';

let test: TestPlatform;
let content: Content;
let routes: readonly RegisteredRoute[];

beforeAll(async () => {
  test = await startTestPlatform({
    services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'] }),
    extend: (app, platform, peers) => registerConsole(app, platform, peers),
  });
  // What signs somebody out or waits for news tells nothing of paths.
  routes = test.app.registeredRoutes.filter(
    ({ method, route }) => method !== 'OPTIONS' && method !== 'HEAD' && route.access !== 'peer' && route.name !== 'streamEvents',
  );
  content = await fillHidden(test);
});
afterAll(() => test?.stop());

function unpack(bytes: Buffer): string {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString('latin1');
    if (bytes[0] === 0x78) return inflateSync(bytes).toString('latin1');
    if (bytes.readUInt32LE(0) === 0xfd2fb528) return zstdDecompressSync(bytes).toString('latin1');
  } catch {
    // It only looks like that.
  }
  return bytes.toString('latin1');
}

async function ask({ method, path, body, type }: WalkRequest, as: Caller): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${test.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...test.headersOf(as), ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  const headers = [...answer.headers].map((one) => one.join(': ')).join('\n');
  return { status: answer.status, text: `${headers}\n${unpack(Buffer.from(await answer.arrayBuffer()))}` };
}

/** What an answer tells that whoever asked did not say themselves. */
function tells({ path, body = '' }: WalkRequest, text: string): string[] {
  const said = `${decodeURIComponent(path)} ${body}`;
  return content.secrets.filter((secret) => text.includes(secret) && !said.includes(secret));
}

/** Formats that lie under plain paths are read as each of them; all others are found by every search. */
function getFormats({ method, url, route }: RegisteredRoute): readonly FormatId[] {
  if (route.name === 'storedFile') return method === 'GET' ? walkedFormats : ['generic', 'maven'];
  if (!isRead({ method, route })) return ['generic'];
  return url.includes('/search') ? ['generic', 'npm', 'maven'] : ['generic', 'npm'];
}

/** Calls about what is hidden, about what is open, and about whole repositories. */
function requests(route: RegisteredRoute): WalkRequest[] {
  const { open, hidden } = content.targets;
  const everywhere = namesRepository(route);
  const own = walkedFormats.filter((format) => route.url.includes(`/api/${format}/`) || (format === 'docker' && route.url.startsWith('/v2')));
  const formats = own.length > 0 ? own : getFormats(route);
  const chosen = (list: readonly Target[]) =>
    list.filter(({ format, repository }) => (everywhere ? formats.includes(format) : format === 'npm') && (everywhere || repository === getKeys(format).local));
  const asked = chosen(hidden).flatMap((target) => listRequests(route, target, target.format !== 'npm' || !everywhere));
  const whole = chosen(open).flatMap((target) => listRequests(route, { ...target, path: '', folder: '' }, target.format !== 'npm'));
  const readable = chosen(open).flatMap((target) => listRequests(route, target, false));
  return [...new Map([...asked, ...whole, ...readable].map((one) => [JSON.stringify(one), one])).values()];
}

const label = ({ method, path, body }: WalkRequest) => `${method} ${path} ${body ?? ''}`.slice(0, 300);

/** Four at a time. */
async function walk(
  chosen: readonly RegisteredRoute[],
  as: Caller,
  look: (route: RegisteredRoute, request: WalkRequest, answer: { status: number; text: string }) => void,
) {
  const waiting = chosen.flatMap((route) => requests(route).map((request) => ({ route, request })));
  const total = waiting.length;
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) look(next.route, next.request, await ask(next.request, as));
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return total;
}

const isRead = ({ method, route }: Pick<RegisteredRoute, 'method' | 'route'>) =>
  method === 'GET' || /^(search|query|browse|list|read|find|summarise|view|componentDetails|artifactGeneral|getScan|export|preview)/.test(route.name);

async function findLeaks(chosen: readonly RegisteredRoute[], as: Caller) {
  const found: string[] = [];
  const total = await walk(chosen, as, ({ route }, request, { status, text }) => {
    const told = tells(request, text);
    if (told.length > 0) found.push(`${route.name}: ${label(request)} answers ${status} with ${told.slice(0, 3).join(', ')}`);
    if (status >= 500 && status !== 503) found.push(`${route.name}: ${label(request)} answers ${status}`);
  });
  return { found, total };
}

describe('every route that can name a path', () => {
  it('tells an administrator of the hidden, so that there is something to hide', async () => {
    const telling = new Set<string>();
    await walk(
      routes.filter((one) => isRead(one) && one.route.access !== 'administrator'),
      'admin',
      ({ route, url }, request, { text }) => {
        if (tells(request, text).length > 0) telling.add(`${route.name} ${walkedFormats.find((format) => url.includes(`/api/${format}/`)) ?? ''}`.trim());
      },
    );
    // Each protocol has listings of its own; those of plain paths go as files.
    const protocols = walkedFormats.filter((format) => !['generic', 'maven', 'debian', 'rpm', 'alpine'].includes(format));
    expect(protocols.filter((format) => ![...telling].some((one) => one.endsWith(` ${format}`)))).toEqual([]);
    const named = [
      'artifactDetails',
      'browseTree',
      'downloadFolder',
      'listPackages',
      'queryVersions',
      'readStored',
      'searchAql',
      'searchArtifacts',
      'searchSuggestions',
      'storedFile',
      'searchComponents',
    ];
    expect(named.filter((name) => !telling.has(name))).toEqual([]);
    expect(telling.size).toBeGreaterThan(30);
  });

  it.each([
    ['a user of one pattern', reader],
    ['visitors, for whom the same holds', 'anonymous'],
  ] as const)('tells %s no name, size, version or checksum of what they may not read, when it is read', async (_, as) => {
    const { found, total } = await findLeaks(routes.filter(isRead), as);
    expect(total).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });

  it.each([
    ['a user of one pattern', reader],
    ['visitors, for whom the same holds', 'anonymous'],
  ] as const)('tells %s none of it when it changes something', async (_, as) => {
    const { found, total } = await findLeaks(
      routes.filter((one) => !isRead(one)),
      as,
    );
    expect(total).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });
});
