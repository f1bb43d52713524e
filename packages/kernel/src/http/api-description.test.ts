import { anything, json, type Route, route } from '@packhouse/contract/route.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi } from './api-description.ts';
import { handle } from './http.ts';

const readThing = route('readThing', {
  summary: 'One thing',
  method: 'GET',
  url: '/ui/api/v1/access/things/:name',
  access: 'user',
  params: z.object({ name: z.string() }),
  query: z.object({ deep: z.stringbool().default(false) }),
  reply: z.object({ name: z.string(), size: z.int().optional() }),
});
const deleteThing = route('deleteThing', {
  summary: 'Delete it',
  method: 'DELETE',
  url: '/ui/api/v1/access/things/:name',
  access: 'administrator',
  params: z.object({ name: z.string() }),
  reply: z.void(),
});

describe('the API description', () => {
  it('describes parameters, answers and refusals of a call', () => {
    const document = describeApi([readThing, deleteThing], '1.2.3') as {
      paths: Record<string, Record<string, { parameters: { name: string; in: string; required: boolean }[]; responses: object; tags: string[] }>>;
    };
    const things = document.paths['/ui/api/v1/access/things/{name}'];
    expect(Object.keys(things ?? {})).toEqual(['get', 'delete']);
    expect(things?.get?.parameters).toMatchObject([
      { name: 'name', in: 'path', required: true },
      { name: 'deep', in: 'query', required: false },
    ]);
    expect(things?.get?.tags).toEqual(['access']);
    expect(Object.keys(things?.get?.responses ?? {})).toEqual(['200', '4XX', '5XX']);
    expect(Object.keys(things?.delete?.responses ?? {})).toEqual(['204', '4XX', '5XX']);
  });

  it('says how a body is written', () => {
    const body = z.object({ name: z.string() });
    const shared = { summary: 'Write', method: 'POST', access: 'user', body, reply: z.void() } as const;
    const calls = [route('asJson', { ...shared, url: '/json' }), route('asForm', { ...shared, url: '/form', takesForm: true })];
    const { paths } = describeApi(calls, '1.2.3') as { paths: Record<string, { post: { requestBody: { content: object } } }> };
    expect(Object.values(paths).map(({ post }) => Object.keys(post.requestBody.content))).toEqual([
      ['application/json'],
      ['application/x-www-form-urlencoded'],
    ]);
  });

  describe('tells of answers', () => {
    const shared = { summary: 'Ask', method: 'GET', url: '/ask', access: 'user' } as const;
    const readAnswers = (one: Route) => {
      const { paths } = describeApi([one], '1.2.3') as {
        paths: Record<string, { get: { responses: Record<string, { content?: Record<string, { schema?: object }> }> } }>;
      };
      return paths['/ask']?.get.responses ?? {};
    };
    const readMedia = (one: Route) => Object.entries(readAnswers(one)).map(([status, { content }]) => [status, ...Object.keys(content ?? {})]);

    it('that a text goes out as it is, and JSON under the type of its clients', () => {
      expect(readMedia(route('text', { ...shared, reply: z.literal('OK') }))[0]).toEqual(['200', 'text/plain']);
      expect(readMedia(route('own', { ...shared, reply: z.object({}), replyMedia: 'application/scim+json' }))[0]).toEqual(['200', 'application/scim+json']);
    });

    it('that refusals come in the envelope, and in what words of clients', () => {
      const refusal = json(z.object({ error: z.string() }));
      expect(readAnswers(route('ask', { ...shared, reply: z.object({}), refusal }))['4XX']?.content?.['application/json']?.schema).toMatchObject({
        anyOf: [{ properties: { error: { type: 'string' } } }, { $ref: '#/components/schemas/Errors' }],
      });
      const inOwnMedia = { ...refusal, media: ['application/problem+json'] };
      expect(readMedia(route('ask', { ...shared, reply: z.object({}), refusal: inOwnMedia })).at(-1)).toEqual([
        '5XX',
        'application/problem+json',
        'application/json',
      ]);
    });

    it('that a protocol answers whatever its makers say', () => {
      expect(readMedia(route('protocol', { ...shared, reply: anything }))).toEqual([['204'], ['2XX', '*/*'], ['3XX'], ['4XX', '*/*'], ['5XX', '*/*']]);
    });
  });

  it('names what holds itself as the contract does, and spells patterns so that other languages read them', () => {
    const Tree = z
      .object({
        name: z.string().regex(/^\P{Cc}*$/u),
        get parts() {
          return z.array(Tree);
        },
      })
      .meta({ id: 'Tree' });
    const one = route('readTree', { summary: 'Read', method: 'GET', url: '/tree', access: 'user', reply: z.object({ tree: Tree }) });
    const { components } = describeApi([one, { ...one, name: 'again', url: '/again' }], '1.2.3') as { components: { schemas: Record<string, object> } };
    expect(Object.keys(components.schemas)).toEqual(['Errors', 'Tree']);
    expect(components.schemas.Tree).toMatchObject({
      properties: { name: { pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }, parts: { items: { $ref: '#/components/schemas/Tree' } } },
    });
  });

  it('API-003 serves a description that holds every registered call of the contract', async () => {
    const { app, baseUrl, stop } = await startTestPlatform({
      extend: (scope, platform) => {
        handle(scope, platform, readThing, async () => ({ name: 'x' }));
        handle(scope, platform, deleteThing, async () => undefined);
      },
    });
    const answer = await fetch(`${baseUrl}/ui/api/v1/openapi.json`);
    const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(described.filter((id) => !id.includes('-')).sort()).toEqual([...new Set(app.registeredRoutes.map(({ route }) => route.name))].sort());
    const page = await (await fetch(`${baseUrl}/ui/api/v1/docs`)).text();
    for (const name of described) expect(page).toContain(`id="${name}"`);
    expect(page).not.toContain('<script');
    await stop();
  });
});
