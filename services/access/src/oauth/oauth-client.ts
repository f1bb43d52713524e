import { type OauthProvider, speaksOpenId } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import * as client from 'openid-client';
import { guardedFetch } from '../external/guarded-fetch.ts';

export type ProviderSettings = Pick<OauthProvider, 'type' | 'clientId' | 'issuerUrl' | 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl' | 'scopes'>;

function authenticationFor(secret: string | undefined, methods: readonly string[] | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  // Basic unless the provider names its ways and that is none of them. https://www.rfc-editor.org/rfc/rfc8414#section-2
  return methods === undefined || methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** Plain http is only accepted for addresses of the machine itself, which the contract has checked. */
function prepare(configuration: client.Configuration, outgoing: Outgoing): client.Configuration {
  configuration[client.customFetch] = guardedFetch(outgoing);
  client.allowInsecureRequests(configuration);
  return configuration;
}

async function discovered(settings: ProviderSettings, secret: string | undefined, outgoing: Outgoing): Promise<client.Configuration> {
  const found = await client.discovery(new URL(settings.issuerUrl), settings.clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
    [client.customFetch]: guardedFetch(outgoing),
  });
  const metadata = found.serverMetadata();
  return new client.Configuration({ ...metadata }, settings.clientId, {}, authenticationFor(secret, metadata.token_endpoint_auth_methods_supported));
}

function described(settings: ProviderSettings, secret: string | undefined): client.Configuration {
  const metadata: client.ServerMetadata = {
    issuer: new URL(settings.authorizationUrl).origin,
    authorization_endpoint: settings.authorizationUrl,
    token_endpoint: settings.tokenUrl,
    userinfo_endpoint: settings.userInfoUrl,
  };
  // Providers of plain OAuth take the secret in the form, as all of them document it.
  return new client.Configuration(metadata, settings.clientId, {}, secret === undefined ? client.None() : client.ClientSecretPost(secret));
}

/** The library's view of a provider: discovered from its issuer where it speaks OpenID Connect, else put together from the addresses given. */
export async function getConfiguration(settings: ProviderSettings, secret: string | undefined, outgoing: Outgoing): Promise<client.Configuration> {
  const made = speaksOpenId(settings.type) ? await discovered(settings, secret, outgoing) : described(settings, secret);
  return prepare(made, outgoing);
}

/** A claim by name; a dotted name goes into nested claims (`realm_access.roles`). */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name === '') return undefined;
  if (name in claims) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[part] : undefined;
  return at;
}

/** A claim as text: providers number people too. */
export function textClaim(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = claimAt(claims, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A claim as a list of names; undefined when the provider says nothing. */
export function listClaim(claims: Readonly<Record<string, unknown>>, name: string): string[] | undefined {
  const value = claimAt(claims, name);
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
}
