import { createRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
const grant = { permission: 'team', resourceType: 'repository' as const, names: ['theirs'], include: [], exclude: [], through: 'user manager' };
const upstream = 'https://files.example.org/x';

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { manager: { grants: [{ ...grant, actions: ['read', 'manage'] }] } } });
  await test.call(createRepository, { body: { class: 'remote', key: 'theirs', format: 'generic', settings: { url: upstream }, password: 'hush' } });
});
afterAll(() => test.stop());

const change = (settings: Record<string, unknown>, as = 'manager', more: { password?: string } = {}) =>
  test.call(updateRepository, { params: { key: 'theirs' }, body: { settings, ...more } }, { as });
const forbidden = { code: 'forbidden' };

describe('the upstream of a remote repository', () => {
  it('is let into private addresses, and given a proxy, by administrators only', async () => {
    await expect(change({ allowPrivate: true })).rejects.toMatchObject(forbidden);
    await expect(change({ proxy: 'office' })).rejects.toMatchObject(forbidden);
    await expect(change({ disableProxy: true })).rejects.toMatchObject(forbidden);
    expect(await change({ allowPrivate: true }, 'admin')).toMatchObject({ settings: { allowPrivate: true } });
    expect(await change({ metadataSeconds: 60 })).toMatchObject({ settings: { allowPrivate: true, metadataSeconds: 60 } });
    await expect(change({ url: 'http://10.0.0.1/secrets' }, 'manager', { password: '' })).rejects.toMatchObject(forbidden);
    await change({ allowPrivate: false });
    const rest = await test.ask('api/repositories/theirs', {
      method: 'POST',
      as: 'manager',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ allowPrivateAddresses: true }),
    });
    expect(rest.status).toBe(403);
  });

  it('gets no password that was entered for another server', async () => {
    await expect(change({ url: 'https://elsewhere.example.org/x' })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [expect.objectContaining({ path: 'password' })],
    });
    expect(await change({ url: 'https://files.example.org/y' })).toMatchObject({ hasPassword: true });
    expect(await change({ url: 'https://elsewhere.example.org/x' }, 'manager', { password: '' })).toMatchObject({ hasPassword: false });
    expect(await change({ url: upstream }, 'manager', { password: 'new' })).toMatchObject({ hasPassword: true });
  });
});
