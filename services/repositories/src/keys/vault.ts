import { AppError } from '@packhouse/contract/errors.ts';
import { leavesMount, type VaultEngine } from '@packhouse/contract/repositories/key-routes.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import { isInOwnNetwork } from '@packhouse/kernel/outgoing/address-rules.ts';
import type { ClientIdentity } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { GivenPair } from './pair.ts';

/** The platform proves to a vault by one of these who it is; an agent beside the platform does so by itself. */
export type VaultSignIn =
  | { kind: 'token'; token: string }
  | { kind: 'app-role'; roleId: string; secretId: string }
  | ({ kind: 'certificate' } & ClientIdentity)
  | { kind: 'agent' };

/** A vault with what it takes to sign in opened. */
export interface OpenVault {
  key: string;
  url: string;
  mount: string;
  engine: VaultEngine;
  signIn: VaultSignIn;
  allowPrivate: boolean;
}

type Caller = Pick<Context, 'platform'>;
type Question = { method?: 'POST'; token?: string; body?: unknown; identity?: ClientIdentity };

const Secret = z.looseObject({ privateKey: z.string(), passphrase: z.string().optional() });
const Kept = {
  kv1: z.object({ data: Secret }).transform(({ data }) => data),
  kv2: z.object({ data: z.object({ data: Secret }) }).transform(({ data }) => data.data),
};
const Entered = z.object({ auth: z.object({ client_token: z.string().min(1).max(4000) }) });
const milliseconds = 15_000;

/**
 * A secret goes over TLS, or else straight to a server of one's own network: no proxy may read it.
 * @throws AppError `address_refused`
 */
export async function wayTo({ key, url }: Pick<OpenVault, 'key' | 'url'>): Promise<{ proxy?: null }> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return {};
  if (!(await isInOwnNetwork(hostname))) throw new AppError(vaultWords.vault_needs_https, { vault: key });
  return { proxy: null };
}

async function ask({ platform }: Caller, vault: OpenVault, path: string, question: Question): Promise<{ status: number; body: unknown }> {
  const { method, token, body: sent, identity } = question;
  const answer = await platform.outgoing.request(`${vault.url.replace(/\/+$/, '')}/v1/${path}`, {
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { 'x-vault-token': token }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    timeout: milliseconds,
    // A secret must not follow to another server.
    redirects: 0,
    allowPrivate: vault.allowPrivate,
    ...(method && { method }),
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    ...(identity && { identity }),
    ...(await wayTo(vault)),
  });
  const body = await readUpTo(answer.body, 256 * 1024);
  try {
    return { status: answer.status, body: JSON.parse(body.toString('utf8')) };
  } catch {
    return { status: answer.status, body: undefined };
  }
}

/** @throws AppError `upstream_failed` where the vault does not let the platform in */
async function enter(context: Caller, vault: OpenVault, way: string, question: Question): Promise<string> {
  const { status, body } = await ask(context, vault, `auth/${way}/login`, { ...question, method: 'POST' });
  const entered = Entered.safeParse(body);
  if (status !== 200 || !entered.success) throw new AppError(vaultWords.vault_refuses_sign_in, { vault: vault.key, status });
  return entered.data.auth.client_token;
}

/**
 * Gives what further questions to the vault carry.
 * https://developer.hashicorp.com/vault/api-docs/auth/approle#login-with-approle, https://developer.hashicorp.com/vault/api-docs/auth/cert#login-with-tls-certificate-method
 */
async function signInTo(context: Caller, vault: OpenVault): Promise<Pick<Question, 'token' | 'identity'>> {
  const { signIn } = vault;
  switch (signIn.kind) {
    case 'token':
      return { token: signIn.token };
    case 'agent':
      return {};
    case 'app-role':
      return { token: await enter(context, vault, 'approle', { body: { role_id: signIn.roleId, secret_id: signIn.secretId } }) };
    case 'certificate': {
      const identity = { certificate: signIn.certificate, privateKey: signIn.privateKey };
      return { identity, token: await enter(context, vault, 'cert', { body: {}, identity }) };
    }
  }
}

/**
 * Whether the vault lets the platform in.
 * https://developer.hashicorp.com/vault/api-docs/auth/token#lookup-a-token-self
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `address_refused`
 */
export async function checkVault(context: Caller, vault: OpenVault): Promise<void> {
  const { status } = await ask(context, vault, 'auth/token/lookup-self', await signInTo(context, vault));
  if (status === 403) throw new AppError(vaultWords.vault_token_unknown, { vault: vault.key });
  if (status !== 200) throw new AppError(vaultWords.no_vault_at_address, { host: new URL(vault.url).host, status });
}

/**
 * The private key that a secret holds.
 * https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version, https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v1#read-secret
 * @throws AppError `upstream_unavailable`, `upstream_failed`, `invalid_input`, `address_refused`
 */
export async function readVaultKey(context: Caller, vault: OpenVault, path: string): Promise<GivenPair> {
  if (leavesMount(vault.mount) || leavesMount(path)) throw new AppError(vaultWords.vault_path_parts, { path, vault: vault.key });
  const place = path.split('/').filter(Boolean).map(encodeURIComponent).join('/');
  const mount = vault.mount.replace(/^\/+|\/+$/g, '');
  const { status, body } = await ask(context, vault, vault.engine === 'kv1' ? `${mount}/${place}` : `${mount}/data/${place}`, await signInTo(context, vault));
  if (status === 404) throw new AppError(vaultWords.no_secret_in_vault, { vault: vault.key, path });
  if (status !== 200) throw new AppError(vaultWords.vault_failed, { vault: vault.key, status, path });
  const parsed = Kept[vault.engine].safeParse(body);
  if (!parsed.success) throw new AppError(vaultWords.secret_without_key, { path });
  return parsed.data;
}
