import type { AuthorizationProblem } from '@packhouse/contract/access/access-application-routes.ts';
import { parseScope, userScope } from '../token/scope.ts';
import type { RegisteredApplication } from './applications.ts';

/** An application asks for this, good in form. */
interface AuthorizationRequest {
  callbackUrl: string;
  /** The request named it itself. */
  callbackNamed: boolean;
  scope: string;
  state: string | undefined;
  challenge: string | undefined;
}

/**
 * Says what a request for access is worth. `refused`: nobody knows that it comes from the application, so nobody is sent anywhere.
 * `faulty`: the application is known and may be told what is wrong with it.
 */
export type Judgement =
  | { kind: 'good'; request: AuthorizationRequest }
  | { kind: 'faulty'; problem: AuthorizationProblem; callbackUrl: string; state: string | undefined }
  | { kind: 'refused'; problem: AuthorizationProblem };

/** The words of RFC 6749, section 4.1.2.1. */
const errorWords: Partial<Record<AuthorizationProblem, string>> = {
  responseType: 'unsupported_response_type',
  scopeUnknown: 'invalid_scope',
  scopeTooWide: 'invalid_scope',
};

export function getErrorWord(problem: AuthorizationProblem): string {
  return errorWords[problem] ?? 'invalid_request';
}

/** The query of an address; undefined when a parameter of it comes twice, which the protocol forbids. https://www.rfc-editor.org/rfc/rfc6749#section-3.1 */
function makeParameters(address: string): ReadonlyMap<string, string> | undefined {
  if (!URL.canParse(address, 'http://here.invalid')) return undefined;
  const all = [...new URL(address, 'http://here.invalid').searchParams];
  const parameters = new Map(all);
  return parameters.size === all.length ? parameters : undefined;
}

/** The registered address that people go back to. Compared as text: an address that only looks alike is another one. */
function findCallback(application: Pick<RegisteredApplication, 'callback_urls'>, named: string | undefined): string | undefined {
  const { callback_urls: registered } = application;
  if (named !== undefined) return registered.includes(named) ? named : undefined;
  return registered.length === 1 ? registered[0] : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc7636#section-4.3; only S256, since a plain challenge protects from nobody who reads the request. */
function challengeProblem(application: Pick<RegisteredApplication, 'type'>, parameters: ReadonlyMap<string, string>): AuthorizationProblem | undefined {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) return application.type === 'public' || method !== undefined ? 'challengeMissing' : undefined;
  return method === 'S256' && /^[\w-]{43}$/.test(challenge) ? undefined : 'challengeMethod';
}

function formProblem(application: Pick<RegisteredApplication, 'type'>, parameters: ReadonlyMap<string, string>): AuthorizationProblem | undefined {
  if (parameters.get('response_type') !== 'code') return 'responseType';
  if ((parameters.get('response_mode') ?? 'query') !== 'query') return 'responseMode';
  if (parseScope(parameters.get('scope') || userScope) === undefined) return 'scopeUnknown';
  return challengeProblem(application, parameters);
}

/** Judges the address that an application sent somebody to, as far as that does not depend on who it is. */
export function judgeRequest(application: RegisteredApplication | undefined, clientId: string, address: string): Judgement {
  const parameters = makeParameters(address);
  if (!parameters || parameters.get('client_id') !== clientId) return { kind: 'refused', problem: 'malformed' };
  if (!application) return { kind: 'refused', problem: 'unknownApplication' };
  const named = parameters.get('redirect_uri');
  const callbackUrl = findCallback(application, named);
  if (callbackUrl === undefined) return { kind: 'refused', problem: 'unknownCallback' };
  const state = parameters.get('state');
  const problem = formProblem(application, parameters);
  if (problem) return { kind: 'faulty', problem, callbackUrl, state };
  const request = {
    callbackUrl,
    callbackNamed: named !== undefined,
    scope: parameters.get('scope') || userScope,
    state,
    challenge: parameters.get('code_challenge'),
  };
  return { kind: 'good', request };
}

/** The callback URL with an answer in its query; what the application put there itself stays as it is. */
export function answerAt(callbackUrl: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(callbackUrl);
  const added = new URLSearchParams(Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined));
  url.search = url.search === '' ? `${added}` : `${url.search}&${added}`;
  return url.href;
}
