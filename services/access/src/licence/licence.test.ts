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
    expect(await install(`${jws.slice(0, 40)}\n ${jws.slice(40)}`)).toMatchObject({ type: 'COMMERCIAL', rank: 2, licensedTo: 'Example Ltd', builtIn: false });
    expect(await current()).toBe('COMMERCIAL');
    await test.call(removeLicence, {});
    expect(await current()).toBe('ENTERPRISE_PLUS');
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
    await install(await sign({ type: 'ENTERPRISE', licensedTo: 'Example Ltd', iat: seconds(), exp: seconds() + 3600 }));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    expect(await current()).toBe('N/A');
    vi.restoreAllMocks();
    expect(await current()).toBe('ENTERPRISE');
    await test.call(removeLicence, {});
  });

  it('are for administrators alone', async () => {
    await test.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
    const as = { as: { user: 'ann', password: 'Secret-pass-1' } };
    await expect(test.call(listLicences, {}, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(installLicence, { body: { licence: 'x' } }, as)).rejects.toMatchObject({ status: 403 });
    await expect(test.call(removeLicence, {}, as)).rejects.toMatchObject({ status: 403 });
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
