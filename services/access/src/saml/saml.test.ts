import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { updateSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as routes from '@packhouse/contract/access/access-saml-routes.ts';
import * as auth from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { expiredCertificate, goodCertificate } from '@packhouse/testkit/certificates.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLocation, Visitor } from '../oauth/open-id-peer.ts';
import { accessService } from '../service.ts';
import { type Answer, samlPeer } from './saml-peer.ts';

let test: TestPlatform;
let peer: ReturnType<typeof samlPeer>;
let metadata: string;
const logoutUrl = 'https://idp.example.org/logout';

function settings(more: object = {}) {
  const { issuer, certificate } = peer;
  return { enabled: true, entryPoint: `${test.baseUrl}/access/api/v1/system/ping`, issuer, certificate, logoutUrl, syncGroups: true, ...more };
}

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  peer = samlPeer(`${test.baseUrl}/idp`);
  await test.call(createGroup, { body: { name: 'crew', externalId: 'Builders' } });
  await test.call(routes.updateSamlSettings, { body: settings() });
  metadata = await (await fetch(`${test.baseUrl}/access/saml/metadata`)).text();
});
afterAll(() => test.stop());

/** Leaves for the provider; answers the request's id. */
async function leave(visitor: Visitor): Promise<string> {
  const answer = await visitor.open(`${test.baseUrl}/ui/api/v1/ui/auth/saml/start`);
  return peer.requestId(findLocation(answer, test.baseUrl), metadata);
}

/** The provider's page posts to us, without cookies, as browsers do for another site's form; answers where it leads. */
async function post(response: string): Promise<string> {
  const answer = await fetch(`${test.baseUrl}/access/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://idp.example.org', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ SAMLResponse: response, RelayState: '' }),
  });
  return findLocation(answer, test.baseUrl);
}

async function enter(answer: Answer = {}, visitor = new Visitor()) {
  const response = await peer.respond(metadata, await leave(visitor), answer);
  const next = await post(response);
  if (!next.includes('/saml/finish')) return { visitor, response, end: new URL(next).search };
  return { visitor, response, end: new URL(findLocation(await visitor.open(next), test.baseUrl)).search };
}

const readCurrent = async (visitor: Visitor) => (await (await visitor.open(`${test.baseUrl}/ui/api/v1/ui/auth/current`)).json()) as Record<string, unknown>;

describe('signing in through SAML', () => {
  it('ACC-004 makes a user with e-mail and groups from the signed attributes, and an ordinary session', async () => {
    const { visitor, end } = await enter({ nameId: 'Ann', email: 'ann@example.org', groups: ['Builders', 'unknown'] });
    expect(end).toBe('?done=true');
    expect(await readCurrent(visitor)).toMatchObject({ name: 'ann', realm: 'saml', email: 'ann@example.org', groups: ['crew', 'readers'] });
    const { visitor: again } = await enter({ nameId: 'Ann', groups: ['unknown'] });
    expect(await readCurrent(again)).toMatchObject({ name: 'ann', groups: ['readers'] });
  });

  it('AUTH-015 AUTH-065 tells where to sign out, and AUTH-018 where the button leads', async () => {
    const as = { as: 'anonymous' } as const;
    expect(await test.call(auth.samlLogoutUrl, {}, as)).toEqual({ logoutUrl });
    expect(await test.call(auth.loginRelatedData, { body: {} }, as)).toMatchObject({ ssoProviderLink: '/ui/api/v1/ui/auth/saml/start' });
    expect(await test.call(auth.accessLoginRelatedData, {}, as)).toMatchObject({ ssoProviderLink: '/ui/api/v1/ui/auth/saml/start' });
  });

  it('AUTH-019 AUTH-076 can be the only way in, and the one that is gone at once', async () => {
    await test.call(updateSignInOptions, { body: { externalOnly: true, autoRedirect: 'saml' } });
    const as = { as: 'anonymous' } as const;
    expect(await test.call(auth.loginPageVisualMode, {}, as)).toEqual({ loginIsExternal: true });
    expect(await test.call(auth.autoRedirect, {}, as)).toEqual({ autoRedirect: true, url: '/ui/api/v1/ui/auth/saml/start' });
  });

  it('describes itself to identity providers', async () => {
    const { ourSide } = await test.call(routes.readSamlSettings, {});
    expect(ourSide).toEqual({
      entityId: `${test.baseUrl}/access/saml/metadata`,
      acsUrl: `${test.baseUrl}/access/saml/acs`,
      metadataUrl: `${test.baseUrl}/access/saml/metadata`,
    });
    expect(metadata).toContain('WantAssertionsSigned="true"');
  });

  it('keeps its own address, whatever a request calls the host', async () => {
    const { hostname, port } = new URL(test.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write('GET /access/saml/metadata HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toContain(`${test.baseUrl}/access/saml/acs`);
    expect(answer).not.toContain('evil.example');
  });
});

describe('an answer that cannot be trusted', () => {
  const refused = '?problem=refused';

  it('is refused unsigned, changed, or signed by somebody else', async () => {
    const visitor = new Visitor();
    const request = await leave(visitor);
    const answer = Buffer.from(await peer.respond(metadata, request), 'base64').toString();
    const again = (xml: string) => post(Buffer.from(xml).toString('base64'));
    expect(await again(answer.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, ''))).toContain(refused);
    expect(await again(answer.replaceAll('>Ann<', '>admin<'))).toContain(refused);
    expect(await post(await peer.respond(metadata, request, {}, peer.stranger))).toContain(refused);
    expect(await post('nonsense')).toContain(refused);
    expect(await post('')).toContain(refused);
  });

  it('is refused with a second assertion wrapped around the signed one', async () => {
    const answer = Buffer.from(await peer.respond(metadata, await leave(new Visitor())), 'base64').toString();
    const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(answer) ?? [];
    const forged = signed
      .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
      .replace('>Ann<', '>admin<')
      .replace(/ID="[^"]+"/, 'ID="_forged"');
    expect(signed).not.toBe('');
    expect(await post(Buffer.from(answer.replace(signed, `${forged}${signed}`)).toString('base64'))).toContain(refused);
  });

  it('is refused for another audience, from another issuer, and at another address', async () => {
    expect((await enter({ audience: 'https://elsewhere.example.org' })).end).toBe(refused);
    expect((await enter({ issuer: 'https://other.example.org' })).end).toBe(refused);
    expect((await enter({ recipient: 'https://elsewhere.example.org/acs' })).end).toBe(refused);
  });

  it('API-002 is meant for whom the provider knows us as, or for anybody, as clients say that describe settings', async () => {
    const wire = {
      name: 'corporate',
      login_url: settings().entryPoint,
      service_provider_name: 'packhouse',
      certificate: peer.certificate,
      email_attribute: 'email',
      group_attribute: 'groups',
    };
    const describe = async (more: object) => {
      const [before] = await (await fetch(`${test.baseUrl}/access/api/v1/saml`, { headers: test.headersOf('admin') })).json();
      const answer = await fetch(`${test.baseUrl}/access/api/v1/saml/${before.name}`, {
        method: 'PUT',
        headers: { ...test.headersOf('admin'), 'content-type': 'application/json' },
        body: JSON.stringify({ ...wire, name: before.name, ...more }),
      });
      expect(answer.status).toBe(200);
    };
    await describe({});
    expect((await enter({ nameId: 'kim', audience: 'packhouse' })).end).toBe('?done=true');
    expect((await enter({ nameId: 'kim', audience: 'another' })).end).toBe(refused);
    await describe({ verify_audience_restriction: false });
    expect((await enter({ nameId: 'kim', audience: 'another' })).end).toBe('?done=true');
    await test.call(routes.updateSamlSettings, { body: settings() });
  });

  it('is refused expired', async () => {
    expect((await enter({ until: new Date(Date.now() - 120_000) })).end).toBe(refused);
  });

  it('is refused a second time', async () => {
    const { end, response } = await enter();
    expect(end).toBe('?done=true');
    expect(await post(response)).toContain(refused);
  });

  it('signs nobody in who did not ask for it', async () => {
    expect((await enter({ inResponseTo: '_another' })).end).toBe('?problem=expired');
    const asker = new Visitor();
    const next = await post(await peer.respond(metadata, await leave(asker)));
    const victim = new Visitor();
    expect(findLocation(await victim.open(next), test.baseUrl)).toContain('problem=expired');
    const busy = new Visitor();
    await leave(busy);
    const second = await post(await peer.respond(metadata, await leave(asker)));
    expect(findLocation(await busy.open(second), test.baseUrl)).toContain('problem=expired');
  });
});

describe('the settings of SAML', () => {
  it('ACC-004 can be tried: certificate and address', async () => {
    const outcomes = async (more: object) =>
      Object.fromEntries((await test.call(routes.testSamlSettings, { body: settings(more) })).checks.map(({ check, outcome }) => [check, outcome]));
    expect(await outcomes({})).toEqual({ certificate: 'good', entryPoint: 'good' });
    expect(await outcomes({ certificate: 'nonsense', entryPoint: 'http://127.0.0.1:9' })).toEqual({ certificate: 'bad', entryPoint: 'bad' });
  });

  it('ACC-004 take certificates only, and tell until when they are valid', async () => {
    const save = (certificate: string) => test.call(routes.updateSamlSettings, { body: settings({ certificate }) });
    const before = await test.call(routes.readSamlSettings, {});
    for (const [text, message] of [
      ['nonsense', /no certificate/],
      ['-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----', /private key/],
      [`${goodCertificate}${expiredCertificate.replace('MII', 'AAA')}`, /Certificate 2 of 2/],
    ] as const)
      await expect(save(text)).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'certificate', message: expect.stringMatching(message) }] });
    expect(await test.call(routes.readSamlSettings, {})).toEqual(before);
    const bare = goodCertificate.replaceAll(/-----.*-----|\n/g, '');
    expect((await save(bare)).certificates).toEqual([{ subject: 'CN=new.example.org', validUntil: '2120-01-01T00:00:00.000Z' }]);
    const { certificates } = await save(`${goodCertificate}${expiredCertificate}`);
    expect(certificates.map(({ validUntil }) => validUntil.slice(0, 4))).toEqual(['2120', '2021']);
    await save(peer.certificate);
  });

  it('are only for administrators, and want everything before they count', async () => {
    await expect(test.call(routes.readSamlSettings, {}, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
    const missing = test.call(routes.updateSamlSettings, { body: { enabled: true } });
    await expect(missing).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'entryPoint' }, { path: 'issuer' }, { path: 'certificate' }] });
  });

  it('switched off, leave no way in', async () => {
    const visitor = new Visitor();
    const request = await leave(visitor);
    await test.call(routes.updateSamlSettings, { body: settings({ enabled: false }) });
    expect(await post(await peer.respond(metadata, request))).toContain('problem=refused');
    expect(await test.call(auth.samlLogoutUrl, {}, { as: 'anonymous' })).toEqual({ logoutUrl: null });
  });
});
