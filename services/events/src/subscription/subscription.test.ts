import { hookDomains } from '@packhouse/contract/events/hook-domains.ts';
import { createHook, deleteHook, listHookDomains, listHooks, readHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventsTestPlatform, makeHook, startEventsPlatform } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform({ jobs: false });
});
afterAll(() => test.stop());

async function ask(method: string, path: string, body?: object, as = 'admin') {
  const answer = await fetch(`${test.baseUrl}/event/api/v1/subscriptions${path}`, {
    method,
    headers: { ...test.headersOf(as), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const url = 'https://ci.example.org/hooks';
const criteria = { anyLocal: true, anyRemote: false, anyFederated: false, repoKeys: [], includePatterns: ['org/**'], excludePatterns: [] };

describe('the calls of existing clients', () => {
  const sent = {
    key: 'deployed_libs',
    description: 'tells the build server',
    enabled: true,
    event_filter: { domain: 'artifact', event_types: ['deployed', 'deleted'], criteria },
    handlers: [
      {
        handler_type: 'webhook',
        url,
        secret: 'top-secret-1',
        use_secret_for_signing: true,
        custom_http_headers: [
          { name: 'X-Team', value: 'core' },
          { name: 'X-Api-Token', value: 'top-secret-2' },
        ],
      },
    ],
  };
  const [handler] = sent.handlers;
  const shown = {
    ...sent,
    keep_order: false,
    parallel: 4,
    per_second: null,
    max_age_hours: 72,
    handlers: [
      {
        ...handler,
        secret: secretMask,
        use_key_for_signing: false,
        custom_http_headers: [
          { name: 'X-Team', value: 'core' },
          { name: 'X-Api-Token', value: secretMask },
        ],
      },
    ],
  };

  it('HOOK-023 HOOK-024 HOOK-025 HOOK-026 create, list, change and delete the webhooks of the console', async () => {
    expect(await ask('POST', '', sent)).toEqual({ status: 201, body: shown });
    expect(await ask('GET', '/deployed_libs')).toEqual({ status: 200, body: shown });
    expect((await ask('GET', '')).body).toEqual([shown]);
    const hook = await test.call(readHook, { params: { key: 'deployed_libs' } });
    expect(hook).toMatchObject({ ...shown, health: { state: 'healthy', waiting: 0 }, created_by: 'admin' });
    expect(await ask('PUT', '/deployed_libs', { ...shown, description: 'other' })).toEqual({ status: 200, body: { ...shown, description: 'other' } });
    expect((await test.call(listHooks, { query: { search: 'DEPLOYED' } })).items.map(({ description }) => description)).toEqual(['other']);
    expect(await ask('DELETE', '/deployed_libs')).toEqual({ status: 204, body: undefined });
    expect((await ask('GET', '/deployed_libs')).status).toBe(404);
    expect((await ask('DELETE', '/deployed_libs')).status).toBe(404);
  });

  it('takes a request of one’s own, and empty fields of other domains', async () => {
    const custom = {
      key: 'chat',
      event_filter: { domain: 'user', event_types: ['locked'], criteria: { anyLocal: false, repoKeys: [], selectedBuilds: null } },
      handlers: [
        {
          handler_type: 'custom-webhook',
          url,
          method: 'PUT',
          secrets: [{ name: 'TOKEN', value: 'top-secret-3' }],
          http_headers: [],
          payload: '{"text": "{{ .data.username }} {{ .secrets.TOKEN }}"}',
        },
      ],
    };
    expect(await ask('POST', '', custom)).toMatchObject({
      status: 201,
      body: { event_filter: { criteria: {} }, handlers: [{ ...custom.handlers[0], secrets: [{ name: 'TOKEN', value: secretMask }] }] },
    });
    const broken = { ...custom, key: 'chat2', handlers: [{ ...custom.handlers[0], payload: 'x\n{{ .nothing }}' }] };
    expect(await ask('POST', '', broken)).toMatchObject({ status: 400, body: { errors: [{ values: { line: 2 } }] } });
    const lacking = { ...custom, key: 'chat3', handlers: [{ ...custom.handlers[0], payload: '{{ .secrets.TOKEN }}{{ .secrets.OTHER }}' }] };
    const detail = [expect.objectContaining({ path: 'handlers.0.payload', reason: 'template_secret_missing', values: { name: 'OTHER' } })];
    expect(await ask('POST', '', lacking)).toMatchObject({ status: 400, body: { errors: [{ detail }] } });
  });
});

it('API-002 answers no more of a handler than whoever set it said, so that clients that compare find nothing changed', async () => {
  const event_filter = { domain: 'user', event_types: ['locked'], criteria: {} };
  const quiet = {
    key: 'quiet',
    event_filter,
    handlers: [
      { handler_type: 'webhook', url },
      { handler_type: 'custom-webhook', url, payload: '{}' },
    ],
  };
  const [plain, custom] = (await ask('POST', '', quiet)).body.handlers;
  expect([plain, custom]).toEqual([expect.not.objectContaining({ use_secret_for_signing: false }), expect.not.objectContaining({ method: 'POST' })]);
  const said = {
    ...quiet,
    handlers: [
      { ...plain, use_secret_for_signing: false },
      { ...custom, method: 'POST' },
    ],
  };
  expect((await ask('PUT', '/quiet', said)).body.handlers).toMatchObject([{ use_secret_for_signing: false }, { method: 'POST' }]);
});

describe('what is refused, in these words', () => {
  const refusal = async (change: object, handler: object = {}) => {
    const { status, body } = await ask('POST', '', { ...makeHook('fine', url, { handler }), ...change });
    return [status, body.errors?.[0]?.detail?.[0]?.path, body.errors?.[0]?.detail?.[0]?.message];
  };

  it('HOOK-013 HOOK-014 HOOK-019 names that are not letters, digits, underscores and hyphens, or too short', async () => {
    for (const key of ['1st', 'a', '-x', 'a b', 'a.b', '_x', 'é1']) {
      expect([key, ...(await refusal({ key }))]).toEqual([key, 400, 'key', 'Name cannot contain special characters']);
    }
    expect(await refusal({ key: 'n'.repeat(201) })).toEqual([400, 'key', 'A name has at most 200 characters']);
    expect((await ask('POST', '', { ...makeHook('aB-9_', url) })).status).toBe(201);
  });

  it('HOOK-015 HOOK-019 what is missing: name, URL, events', async () => {
    const mandatory = 'This field is mandatory';
    expect(await refusal({ key: '' })).toEqual([400, 'key', mandatory]);
    expect(await refusal({ key: undefined })).toEqual([400, 'key', mandatory]);
    expect(await refusal({}, { url: '' })).toEqual([400, 'handlers.0.url', mandatory]);
    expect(await refusal({}, { url: undefined })).toEqual([400, 'handlers.0.url', mandatory]);
    expect(await refusal({ event_filter: { domain: 'artifact', event_types: [], criteria } })).toEqual([400, 'event_filter.event_types', mandatory]);
  });

  it('HOOK-016 HOOK-019 a name that is taken', async () => {
    await ask('POST', '', makeHook('taken', url));
    expect(await refusal({ key: 'taken' })).toEqual([409, 'key', 'This name already exist']);
  });

  it('HOOK-017 HOOK-019 HOOK-020 an address that is none, or of a private network', async () => {
    for (const wrong of ['nonsense', 'ftp://x.org', 'http://10.0.0.1/', 'http://127.0.0.1/', 'http://example.org:1/']) {
      expect([wrong, ...(await refusal({}, { url: wrong }))]).toEqual([wrong, 400, 'handlers.0.url', 'Enter a valid URL']);
    }
  });

  it('HOOK-018 HOOK-019 a header without its name or its value', async () => {
    const message = 'Header must contain name and value';
    for (const header of [{ name: 'X-A', value: '' }, { name: '', value: 'a' }, { name: 'X-A' }]) {
      expect(await refusal({}, { custom_http_headers: [header] })).toEqual([400, 'handlers.0.custom_http_headers.0', message]);
    }
    expect((await refusal({}, { custom_http_headers: [{ name: 'Host', value: 'x' }] }))[0]).toBe(400);
    expect((await refusal({}, { custom_http_headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }))[0]).toBe(400);
  });

  it('what no webhook could obey', async () => {
    const filter = { domain: 'artifact', event_types: ['deployed'] };
    expect((await refusal({ event_filter: { ...filter, criteria: {} } }))[1]).toBe('event_filter.criteria');
    expect((await refusal({ event_filter: { ...filter, criteria: { ...criteria, anyBuild: true } } }))[1]).toBe('event_filter.criteria.anyBuild');
    expect((await refusal({ event_filter: { ...filter, event_types: ['pushed'], criteria } }))[1]).toBe('event_filter.event_types.0');
    expect((await refusal({ unheard: true }))[0]).toBe(400);
    expect((await refusal({}, { proxy: 'none' })).slice(0, 2)).toEqual([400, 'handlers.0.proxy']);
    expect((await refusal({}, { use_secret_for_signing: true })).slice(0, 2)).toEqual([400, 'handlers.0.secret']);
    expect((await refusal({}, { secret: secretMask })).slice(0, 2)).toEqual([400, 'handlers.0.secret']);
  });
});

it('secrets are encrypted, never audited, and only ever go to the server they were given for', async () => {
  const secret = 'top-secret-4';
  await test.call(createHook, { body: makeHook('sealed', url, { handler: { secret } }) });
  const row = await test.db.selectFrom('subscription').selectAll().where('key', '=', 'sealed').executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  const params = { key: 'sealed' };
  await test.call(updateHook, { params, body: makeHook('sealed', `${url}/other`, { handler: { secret: secretMask } }) });
  const elsewhere = makeHook('sealed', 'https://evil.example.org/', { handler: { secret: secretMask } });
  await expect(test.call(updateHook, { params, body: elsewhere })).rejects.toMatchObject({ status: 400, detail: [{ path: 'handlers.0.url' }] });
  await test.call(updateHook, { params, body: makeHook('sealed', url, {}) });
  await expect(test.call(updateHook, { params, body: makeHook('sealed', url, { handler: { secret: secretMask } }) })).rejects.toMatchObject({ status: 400 });
  await test.call(deleteHook, { params });
  const audited = test.audited.filter(({ subject }) => subject === 'sealed');
  expect(audited.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.deleted']);
  expect(JSON.stringify(audited)).not.toContain(secret);
});

it('HOOK-028 answers the domains with their event types, and which are silent here', async () => {
  const { items } = await test.call(listHookDomains, {});
  expect(Object.fromEntries(items.map(({ domain, eventTypes }) => [domain, eventTypes]))).toEqual(
    Object.fromEntries(Object.entries(hookDomains).map(([domain, { types }]) => [domain, types])),
  );
  expect(items.filter(({ silent }) => silent).map(({ domain }) => domain)).toEqual([]);
});

it('HOOK-041 is for administrators alone', async () => {
  const routes = test.app.registeredRoutes.filter(({ url: path }) => path.startsWith('/event/') || path.startsWith('/ui/api/v1/event/'));
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, url: path } of routes) {
    const answer = await fetch(`${test.baseUrl}${path.replace(/:\w+/g, 'x')}`, {
      method,
      headers: { ...test.headersOf('ann'), ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
    });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
});
