import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { askWith, credentialHeaders, sendUpstream } from '../upstream/upstream.ts';
import type { ReplicationRow } from './replication-schema.ts';

/** A repository of another installation, and how it is reached. */
export interface OtherSide {
  host: string;
  /** Address of the service, without slash at the end. */
  service: string;
  key: string;
  /** Sends one request there. */
  send(url: string, request: OtherRequest): Promise<OutgoingAnswer>;
}

export interface OtherRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Readable;
  /** Bytes of the body. */
  size?: number;
  signal: AbortSignal;
}

/** Milliseconds where no limit is set. */
const longestPatience = 10 * 60_000;
/** As fast as a file has to be taken in. */
const slowestBytesPerMillisecond = 50;
const largestAnswer = 1024 * 1024;
/** Characters of a refusal that are passed on. */
const longestWords = 500;

/** Takes the address of a repository apart: `https://host/artifactory/key`, or `…/artifactory/api/npm/key` as clients of a format say. @throws AppError `bad_request` */
export function readAddress(url: string): Pick<OtherSide, 'host' | 'service' | 'key'> {
  const { host, origin, pathname } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const api = parts.indexOf('api');
  const [before, key] = api < 0 ? [parts.slice(0, -1), parts.at(-1)] : [parts.slice(0, api), parts[api + 2]];
  if (key === undefined) throw new AppError(replicationWords.address_names_no_repository, { url });
  return { host, service: [origin, ...before].join('/'), key: decodeURIComponent(key) };
}

function readAuthorization({ platform }: Context, { username, password }: ReplicationRow): Record<string, string> {
  if (password === null && username === '') return {};
  const secret = password === null ? '' : platform.secrets.decrypt(password);
  if (username === '') return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
}

/** The target of a replication that pushes. Redirects are not followed: the password is for that very address. */
export async function makeTarget(context: Context, row: ReplicationRow): Promise<OtherSide> {
  const way = await context.proxies.of({ proxy: row.proxy, disableProxy: row.disable_proxy });
  const authorization = readAuthorization(context, row);
  const patience = row.timeout_milliseconds === 0 ? longestPatience : row.timeout_milliseconds;
  return {
    ...readAddress(row.url),
    send: (url, { method, headers, body, size = 0, signal }) =>
      context.platform.outgoing.request(url, {
        method,
        headers: { ...authorization, ...headers },
        ...(body === undefined ? {} : { body }),
        // The head of the answer comes only when all of the body has been taken in.
        timeout: patience + size / slowestBytesPerMillisecond,
        redirects: 0,
        allowPrivate: row.allow_private,
        signal,
        ...way,
      }),
  };
}

/**
 * The upstream of a remote repository, with which it is kept in step: reached as the repository reaches it, but for what the replication says of the way.
 * What is asked counts for the repository's knowledge of how its upstream is, and an upstream that is left alone is left alone here, too.
 */
export function makeSource(context: Context, row: ReplicationRow, repository: RemoteRepository): OtherSide {
  const { settings } = repository;
  const patience = row.timeout_milliseconds === 0 ? longestPatience : row.timeout_milliseconds;
  const way = row.disable_proxy ? { proxy: '', disableProxy: true } : row.proxy === '' ? {} : { proxy: row.proxy, disableProxy: false };
  const reached = { ...repository, settings: { ...settings, ...way, timeoutSeconds: patience / 1000 } };
  return {
    ...readAddress(settings.url),
    send: (url, { method, headers, body, signal }) =>
      askWith(
        context,
        reached,
        () => sendUpstream(context, reached, { url, method, headers: { ...credentialHeaders(context, reached, url), ...headers }, body, signal }),
        () => true,
      ),
  };
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Address of a file there. */
export const fileUrl = ({ service, key }: OtherSide, path: string): string => `${service}/${encodeURIComponent(key)}/${encodePath(path)}`;

/** Address of what is said of a file or a folder there. */
export const infoUrl = ({ service, key }: OtherSide, api: 'storage' | 'metadata', path: string): string =>
  `${service}/api/${api}/${encodeURIComponent(key)}${path === '' ? '' : `/${encodePath(path)}`}`;

function findReason(text: string): string {
  try {
    return String((JSON.parse(text) as { errors?: { message?: string }[] }).errors?.[0]?.message ?? '').slice(0, longestWords);
  } catch {
    return '';
  }
}

/** What an answer that is not good means: nobody there now, nobody lets us in, or this one file is refused. */
async function readRefusal({ host }: OtherSide, path: string, { status, body }: OutgoingAnswer): Promise<AppError> {
  const text = await readUpTo(body, largestAnswer).then(String, () => '');
  if (status >= 500 || status === 429 || status === 408) return new AppError(replicationWords.other_side_away, { host, status });
  if (status === 401) return new AppError(replicationWords.other_side_credentials, { host });
  const why = findReason(text);
  return why === ''
    ? new AppError(replicationWords.other_side_refused, { host, status, path })
    : new AppError(replicationWords.other_side_refused_why, { host, status, path, why });
}

/** Sends a request about a path; answers what came when its status is good or expected. @throws AppError */
export async function ask(other: OtherSide, path: string, url: string, request: OtherRequest, expected: readonly number[] = []): Promise<OutgoingAnswer> {
  const answer = await other.send(url, request);
  if ((answer.status >= 200 && answer.status < 300) || expected.includes(answer.status)) return answer;
  throw await readRefusal(other, path, answer);
}

/** Says that something is to be done; the words of the answer are of no use. Answers its status. */
export async function order(other: OtherSide, path: string, url: string, request: OtherRequest, expected: readonly number[] = []): Promise<number> {
  const answer = await ask(other, path, url, request, expected);
  await readUpTo(answer.body, largestAnswer);
  return answer.status;
}
