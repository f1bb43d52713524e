import { type OauthSettings, type ProviderCheck, speaksOpenId } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import * as client from 'openid-client';
import type { z } from 'zod';
import { guardedFetch } from '../external/guarded-fetch.ts';
import { getConfiguration } from './oauth-client.ts';

type Settings = z.output<typeof OauthSettings>;

/** The innermost words of an error: libraries wrap what a server said. */
function readWords(error: unknown): string {
  let words = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) words = cause.message;
  return words.slice(0, 500);
}

async function checkKeys(address: string | undefined, outgoing: Outgoing): Promise<ProviderCheck> {
  try {
    const answer = await guardedFetch(outgoing)(address ?? '');
    const { keys } = (await answer.json()) as { keys?: unknown[] };
    const isGood = Array.isArray(keys) && keys.length > 0;
    return { check: 'signingKeys', outcome: isGood ? 'good' : 'bad', message: isGood ? String(keys.length) : String(answer.status) };
  } catch (error) {
    return { check: 'signingKeys', outcome: 'bad', message: readWords(error) };
  }
}

/** An authorisation code that nobody issued: the way the provider refuses it tells whether it believed the client id and the secret. */
async function checkSecret(configuration: client.Configuration, callback: string): Promise<ProviderCheck> {
  const say = (outcome: ProviderCheck['outcome'], message: string): ProviderCheck => ({ check: 'clientSecret', outcome, message });
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'packhouse-test',
      redirect_uri: callback,
      code_verifier: client.randomPKCECodeVerifier(),
    });
    return say('good', '');
  } catch (error) {
    if (!(error instanceof client.ResponseBodyError)) {
      if (error instanceof client.WWWAuthenticateChallengeError) return say('bad', `${error.status}`);
      return say('unknown', readWords(error));
    }
    const words = error.error_description ?? error.error;
    if (error.error === 'invalid_grant' || error.error === 'bad_verification_code') return say('good', '');
    return say(/client/.test(error.error) ? 'bad' : 'unknown', words);
  }
}

async function checkAddress(address: string, outgoing: Outgoing): Promise<ProviderCheck> {
  try {
    const { status } = await guardedFetch(outgoing)(address);
    return { check: 'authorizationAddress', outcome: status < 500 && status !== 404 ? 'good' : 'bad', message: String(status) };
  } catch (error) {
    return { check: 'authorizationAddress', outcome: 'bad', message: readWords(error) };
  }
}

/** Tries everything about a provider that can be tried without a person. */
export async function testProvider(settings: Settings, secret: string | undefined, callback: string, outgoing: Outgoing): Promise<ProviderCheck[]> {
  const isOpenId = speaksOpenId(settings.type);
  let configuration: client.Configuration;
  try {
    configuration = await getConfiguration(settings, secret, outgoing);
  } catch (error) {
    return [{ check: 'discovery', outcome: 'bad', message: readWords(error) }];
  }
  const { issuer, jwks_uri, authorization_endpoint } = configuration.serverMetadata();
  const checks: ProviderCheck[] = isOpenId ? [{ check: 'discovery', outcome: 'good', message: issuer }] : [];
  checks.push(await checkAddress(authorization_endpoint ?? '', outgoing));
  if (isOpenId) checks.push(await checkKeys(jwks_uri, outgoing));
  checks.push(await checkSecret(configuration, callback));
  return checks;
}
