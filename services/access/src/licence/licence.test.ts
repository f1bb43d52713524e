import { installLicence, listLicences, removeLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { licenceRanks, licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { CompactSign, exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessService } from '../service.ts';

let test: TestPlatform;
const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const other = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const seconds = () => Math.floor(Date.now() / 1000);

const sign = (claims: object, key = privateKey) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
const install = (licence: string) => test.call(installLicence, { body: { licence } });
const remove = async (licence: Promise<{ id: string }>) => test.call(removeLicence, { params: { id: (await licence).id } });
const current = () => test.peers.licence?.current();

beforeAll(async () => {
  const { x } = await exportJWK(publicKey);
  test = await startTestPlatform({ services: [accessService], jobs: false, config: { licenceKey: x! } });
});
afterAll(() => test.stop());

describe('licences', () => {
  it('LIC-025 rank from none to enterprise plus', () => {
    expect(licenceTypes.map((type) => licenceRanks[type])).toEqual([0, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5]);
  });

  it('begin with a built-in one that allows everything', async () => {
    expect(await test.call(listLicences, {})).toMatchObject({
      items: [{ type: 'ENTERPRISE_PLUS', rank: 5, builtIn: true, expiresAt: null }],
      installable: true,
    });
    expect(await current()).toBe('ENTERPRISE_PLUS');
  });

  it('are installed when they are signed, name what holds, and leave again', async () => {
    const claims = { type: 'COMMERCIAL', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 86_400 };
    const jws = await sign(claims);
    const installed = await install(`${jws.slice(0, 40)}\n ${jws.slice(40)}`);
    expect(installed).toMatchObject({ type: 'COMMERCIAL', rank: 2, licensedTo: 'Example Ltd', builtIn: false, holds: true });
    expect(await current()).toBe('COMMERCIAL');
    expect(await install(jws)).toEqual(installed);
    const params = { id: installed.id };
    await test.call(removeLicence, { params });
    expect(await current()).toBe('ENTERPRISE_PLUS');
    await expect(test.call(removeLicence, { params })).rejects.toMatchObject({ status: 404 });
  });

  it('are refused when somebody else signed them, nobody did, they are over, or they say too little', async () => {
    const good = { type: 'TRIAL', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 60 };
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`;
    const bad = [
      [await sign(good, other.privateKey), /not signed for this installation/],
      [unsigned, /not signed for this installation/],
      ['nonsense', /not a licence/],
      [await sign({ ...good, exp: seconds() - 1 }), /ended on/],
      [await sign({ ...good, type: 'N/A' }), /does not say/],
      [await sign({ type: 'TRIAL' }), /does not say/],
    ] as const;
    for (const [licence, message] of bad)
      await expect(install(licence)).rejects.toMatchObject({ status: 400, detail: [{ path: 'licence', message: expect.stringMatching(message) }] });
    expect(await current()).toBe('ENTERPRISE_PLUS');
  });

  it('SHELL-062 leave none in force once the installed one has run out', async () => {
    const licence = install(await sign({ type: 'ENTERPRISE', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 3600 }));
    await licence;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    expect(await current()).toBe('N/A');
    vi.restoreAllMocks();
    expect(await current()).toBe('ENTERPRISE');
    await remove(licence);
  });

  it('hold by the highest rank that is valid when there are several', async () => {
    const claims = { licensedTo: 'Example Ltd', iat: seconds(), bkt: 'bucket-1', projects: 7 };
    const made = [
      install(await sign({ ...claims, type: 'TRIAL', jti: 'trial-1' })),
      install(await sign({ ...claims, type: 'ENTERPRISE', jti: 'enterprise-1', exp: seconds() + 3600 })),
      install(await sign({ ...claims, type: 'COMMERCIAL', jti: 'commercial-1' })),
    ];
    await Promise.all(made);
    expect(await current()).toBe('ENTERPRISE');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    expect(await current()).toBe('TRIAL');
    const { items } = await test.call(listLicences, {});
    expect(items.map(({ id, holds, state, bucket, projects }) => [id, holds, state, bucket, projects]).toSorted()).toEqual([
      ['commercial-1', false, 'valid', 'bucket-1', 7],
      ['enterprise-1', false, 'expired', 'bucket-1', 7],
      ['trial-1', true, 'valid', 'bucket-1', 7],
    ]);
    vi.restoreAllMocks();
    for (const licence of made) await remove(licence);
    expect(await current()).toBe('ENTERPRISE_PLUS');
  });

  describe('by order of a mission control', () => {
    const by = { actor: 'mission control', address: '' };
    const named = (jti: string, more: object = {}) =>
      sign({ type: 'EDGE', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 3600, jti, bkt: 'bucket-2', ...more });
    const held = async () => (await test.peers.heldLicences?.())?.map(({ jti }) => jti).toSorted();

    it('go in together or not at all, as often as the order arrives', async () => {
      const licences = [await named('a'), await named('b')];
      await test.peers.licence?.install({ order: 'first', licences }, by);
      await test.peers.licence?.install({ order: 'first', licences }, by);
      expect(await test.peers.heldLicences?.()).toContainEqual({ jti: 'a', type: 'EDGE', bucket: 'bucket-2', expiresAt: expect.any(String) });
      const mixed = [await named('c'), await named('d', { exp: seconds() - 1 })];
      await expect(test.peers.licence?.install({ order: 'second', licences: mixed }, by)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(test.peers.licence?.install({ order: 'second', licences: [await named('e', { jti: undefined })] }, by)).rejects.toThrow(/name of its own/);
      expect(await held()).toEqual(['a', 'b']);
    });

    it('are taken back, and an order that was withdrawn installs nothing when it arrives late', async () => {
      await test.peers.licence?.withdraw('first', ['a', 'b'], by);
      expect(await held()).toEqual([]);
      await test.peers.licence?.withdraw('third', ['f'], by);
      await expect(test.peers.licence?.install({ order: 'third', licences: [await named('f')] }, by)).rejects.toMatchObject({ code: 'conflict' });
      expect(await held()).toEqual([]);
    });
  });

  it('are for administrators alone', async () => {
    await test.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
    const as = { as: { user: 'ann', password: 'Secret-pass-1' } };
    await expect(test.call(listLicences, {}, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(installLicence, { body: { licence: 'x' } }, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(removeLicence, { params: { id: 'x' } }, as)).rejects.toMatchObject({ status: 403 });
  });

  it('take the key in PEM too, and cannot be installed without one', async () => {
    const platforms = await Promise.all([
      startTestPlatform({ services: [accessService], jobs: false, config: { licenceKey: await exportSPKI(publicKey) } }),
      startTestPlatform({ services: [accessService], jobs: false }),
    ]);
    const licence = await sign({ type: 'EDGE', licensedTo: 'Example Ltd', iat: seconds() });
    expect(await platforms[0].call(installLicence, { body: { licence } })).toMatchObject({ type: 'EDGE', expiresAt: null });
    await expect(platforms[1].call(installLicence, { body: { licence } })).rejects.toMatchObject({ status: 400 });
    expect((await platforms[1].call(listLicences, {})).installable).toBe(false);
    await Promise.all(platforms.map((one) => one.stop()));
  });
});
