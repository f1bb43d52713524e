import { AppError } from '@packhouse/contract/errors.ts';
import { leavesMount } from '@packhouse/contract/repositories/key-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { isInOwnNetwork } from '@packhouse/kernel/outgoing/address-rules.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { GivenPair } from './pair.ts';

/** A vault with its token opened. */
export interface OpenVault {
  key: string;
  url: string;
  mount: string;
  token: string;
  allowPrivate: boolean;
}

const Secret = z.object({ data: z.object({ data: z.looseObject({ privateKey: z.string(), passphrase: z.string().optional() }) }) });
const milliseconds = 15_000;

/**
 * A token goes over TLS, or else straight to a server of one's own network: no proxy may read it.
 * @throws AppError `address_refused`
 */
async function wayTo({ key, url }: OpenVault): Promise<{ proxy?: null }> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return {};
  if (!(await isInOwnNetwork(hostname))) throw new AppError(repositoryWords.vault_needs_https, { vault: key });
  return { proxy: null };
}

async function ask(context: Pick<Context, 'platform'>, vault: OpenVault, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await context.platform.outgoing.request(`${vault.url.replace(/\/+$/, '')}/v1/${path}`, {
    headers: { 'x-vault-token': vault.token, accept: 'application/json' },
    timeout: milliseconds,
    // A token must not follow to another server.
    redirects: 0,
    allowPrivate: vault.allowPrivate,
    ...(await wayTo(vault)),
  });
  const body = await readUpTo(answer.body, 256 * 1024);
  try {
    return { status: answer.status, body: JSON.parse(body.toString('utf8')) };
  } catch {
    return { status: answer.status, body: undefined };
  }
}

/**
 * Whether the vault knows the token.
 * https://developer.hashicorp.com/vault/api-docs/auth/token#lookup-a-token-self
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export async function checkVault(context: Pick<Context, 'platform'>, vault: OpenVault): Promise<void> {
  const { status } = await ask(context, vault, 'auth/token/lookup-self');
  if (status === 403) throw new AppError(repositoryWords.vault_token_unknown, { vault: vault.key });
  if (status !== 200) throw new AppError(repositoryWords.no_vault_at_address, { host: new URL(vault.url).host, status });
}

/**
 * The private key that a secret holds.
 * https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `invalid_input`, `address_refused`
 */
export async function readVaultKey(context: Pick<Context, 'platform'>, vault: OpenVault, path: string): Promise<GivenPair> {
  if (leavesMount(vault.mount) || leavesMount(path)) throw new AppError(repositoryWords.vault_path_parts, { path, vault: vault.key });
  const place = path.split('/').filter(Boolean).map(encodeURIComponent).join('/');
  const { status, body } = await ask(context, vault, `${vault.mount.replace(/^\/+|\/+$/g, '')}/data/${place}`);
  if (status === 404) throw new AppError(repositoryWords.no_secret_in_vault, { vault: vault.key, path });
  if (status !== 200) throw new AppError(repositoryWords.vault_failed, { vault: vault.key, status, path });
  const parsed = Secret.safeParse(body);
  if (!parsed.success) throw new AppError(repositoryWords.secret_without_key, { path });
  return parsed.data.data.data;
}
