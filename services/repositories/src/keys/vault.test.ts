import { Readable } from 'node:stream';
import { NewKeyPair, NewVaultConfig } from '@packhouse/contract/repositories/key-routes.ts';
import type { OutgoingRequest } from '@packhouse/kernel/outgoing/outgoing.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { checkVault, readVaultKey } from './vault.ts';

const vaultAt = (url: string, mount = 'secret') => ({
  key: 'main',
  url,
  mount,
  engine: 'kv2' as const,
  signIn: { kind: 'token' as const, token: 'hvs.token' },
  allowPrivate: true,
});

/** Every request that went out, answered like a vault that has everything. */
function outgoing() {
  const sent: { url: string; options: OutgoingRequest }[] = [];
  const request = async (url: string, options: OutgoingRequest) => {
    sent.push({ url, options });
    return { status: 200, headers: {}, url, body: Readable.from([JSON.stringify({ data: { data: { privateKey: 'key' } } })]) };
  };
  return { sent, context: { platform: { outgoing: { request } } } as unknown as Context };
}

describe('the token of a vault', () => {
  it.each(['http://198.51.100.7:8200', 'http://[2001:4860::1]:8200', 'http://vault.invalid'])('does not go to %s in clear text', async (url) => {
    const { sent, context } = outgoing();
    await expect(checkVault(context, vaultAt(url))).rejects.toMatchObject({ code: 'address_refused', message: expect.stringContaining('https') });
    expect(sent).toEqual([]);
  });

  it.each(['http://127.0.0.1:8200', 'http://10.1.2.3:8200', 'http://[::1]:8200', 'http://localhost:8200'])('goes to %s without any proxy', async (url) => {
    const { sent, context } = outgoing();
    await checkVault(context, vaultAt(url));
    expect(sent).toMatchObject([{ options: { proxy: null } }]);
  });

  it('goes anywhere by https, through the proxy there is', async () => {
    const { sent, context } = outgoing();
    await checkVault(context, vaultAt('https://vault.example.test'));
    expect(sent[0]!.options).not.toHaveProperty('proxy');
  });

  it.each([
    ['secret', '../sys/mounts'],
    ['secret', 'keys/../../../sys/health'],
    ['secret', './keys'],
    ['secret/..', 'keys'],
  ])('asks for nothing outside of its mount (%s, %s)', async (mount, path) => {
    const { sent, context } = outgoing();
    await expect(readVaultKey(context, vaultAt('https://vault.example.test', mount), path)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(sent).toEqual([]);
    const place = NewVaultConfig.safeParse({ key: 'main', url: 'https://vault.example.test', mount, token: 't' });
    const pair = NewKeyPair.safeParse({ from: 'vault', name: 'kept', kind: 'rsa', vault: 'main', path });
    expect(place.success && pair.success).toBe(false);
  });
});
