import { timingSafeEqual } from 'node:crypto';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Db } from '../schema.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { findApplication, type RegisteredApplication } from './applications.ts';

/** How an application calls itself, and what it proves it with. */
interface ClientProof {
  clientId: string;
  secret: string | undefined;
}

interface Given {
  authorization: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/** Refused in the words of RFC 6749, section 5.2. */
export function refusal(error: 'invalid_request' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type', said: Said): AppError {
  return new AppError('bad_request', { said, detail: { error } });
}

const unknownClient = () => new AppError(accessWords.application_unproven, {}, { detail: { error: 'invalid_client' } });

/** Both halves are encoded as in forms before they are joined. https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function ofHeader(authorization: string): ClientProof {
  const encoded = /^basic +(?<pair>[\w+/=-]+)$/i.exec(authorization)?.groups?.pair;
  const [id, ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':');
  if (!id || rest.length === 0) throw unknownClient();
  try {
    const [clientId, secret] = [id, rest.join(':')].map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return { clientId: clientId!, secret };
  } catch {
    throw unknownClient();
  }
}

/** Reads who asks, from the header or from the form, never from both. @throws AppError */
export function makeClientProof({ authorization, client_id, client_secret }: Given): ClientProof {
  if (authorization === undefined) {
    if (!client_id) throw refusal('invalid_request', say(accessWords.application_unsaid));
    return { clientId: client_id, secret: client_secret === '' ? undefined : client_secret };
  }
  if (client_secret !== undefined) throw refusal('invalid_request', say(accessWords.secret_sent_twice));
  const proof = ofHeader(authorization);
  if (client_id !== undefined && client_id !== proof.clientId) throw refusal('invalid_request', say(accessWords.two_applications));
  return proof;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The application that proved who it is; a public one has nothing to prove it with, and its codes are bound to who asked for them. @throws AppError */
export async function provedApplication(db: Db, { clientId, secret }: ClientProof): Promise<RegisteredApplication> {
  const application = await findApplication(db, clientId);
  if (!application) throw unknownClient();
  const { secret_hash: expected } = application;
  const isProved = expected === null ? secret === undefined : secret !== undefined && isSame(fingerprint(secret), expected);
  if (!isProved) throw unknownClient();
  return application;
}
