import { randomUUID } from 'node:crypto';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { peerClockHeader } from '@packhouse/contract/prefixes.ts';
import { Said as SaidShape } from '@packhouse/contract/said.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { abortWith } from '@packhouse/kernel/outgoing/abort-with.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { PeerAnswer, PeerCall } from '@packhouse/peers/trust.ts';
import type { Context } from '../context.ts';
import { type PeerRow, updatePeer } from './peer-queries.ts';
import { type CallClaims, callScheme, digestOf } from './prove-call.ts';

type Caller = Pick<Context, 'db' | 'platform' | 'deployment' | 'deploymentKeys'>;

const patience = 30_000;
const largest = 10 * 1024 * 1024;
/** Seconds that a signature holds. */
const lifetime = 60;
/** Milliseconds: clocks that differ less are the same, and what a call needs on its way counts into it. */
const noticeable = 2000;
/** Nobody's clock is off by more than ten years. */
const believable = 10 * 365 * 86_400_000;

interface Refusal {
  reason: string | undefined;
  said: Said | undefined;
  clock: number | undefined;
}

function readRefusal(text: string): Refusal {
  try {
    const [first] = (JSON.parse(text) as { errors?: { reason?: string; detail?: { clock?: unknown } }[] }).errors ?? [];
    const said = SaidShape.safeParse(first);
    const clock = first?.detail?.clock;
    return { reason: first?.reason, said: said.success ? said.data : undefined, clock: typeof clock === 'number' ? clock : undefined };
  } catch {
    return { reason: undefined, said: undefined, clock: undefined };
  }
}

/** How far a clock there is ahead of the one here; undefined where it tells no time. */
function findOffset(clock: number | undefined, here: number): number | undefined {
  const offset = Math.round((clock ?? Number.NaN) - here);
  return Number.isFinite(offset) && Math.abs(offset) < believable ? offset : undefined;
}

/** Keeps an offset that differs noticeably from the one that is known; answers the one that holds. */
async function keepOffset({ db }: Caller, row: PeerRow, offset: number | undefined): Promise<number | undefined> {
  if (offset === undefined || (row.clock_offset !== null && Math.abs(row.clock_offset - offset) < noticeable)) return row.clock_offset ?? undefined;
  await updatePeer(db, row.id, { clock_offset: offset, clock_at: new Date() });
  return offset;
}

interface Sent {
  status: number;
  text: string;
  /** The clock there, where it was told. */
  clock: number | undefined;
  /** The clock here, when the call was made. */
  at: number;
}

async function readAnswer(row: PeerRow, answer: OutgoingAnswer, limit: number): Promise<string> {
  return (await readUpTo(answer.body, limit, () => new AppError(trustWords.peer_answer_too_large, { name: row.name }))).toString('utf8');
}

/** What is signed of a call that is made at this moment. */
function makeClaims({ deployment }: Caller, row: PeerRow, method: string, url: URL, body: Uint8Array, at: number): CallClaims {
  const base = new URL(row.url);
  const path = `${url.pathname.slice(base.pathname === '/' ? 0 : base.pathname.length)}${url.search}`;
  const iat = Math.floor(at / 1000);
  return { iss: deployment, aud: row.id, iat, exp: iat + lifetime, jti: randomUUID(), method, path, body: digestOf(body) };
}

/** Makes one signed call, with the clock set forward by `offset`. */
async function send(caller: Caller, row: PeerRow, call: PeerCall, offset: number): Promise<Sent> {
  const { platform, deploymentKeys } = caller;
  const url = new URL(`${row.url}${call.path}`);
  const body = call.json === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(call.json));
  // A deployment that has not been told of a new key yet knows the one before.
  const key = await deploymentKeys.find(row.knows_key);
  const at = Date.now();
  const claims = makeClaims(caller, row, call.method, url, body, at + offset);
  const cut = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cut.abort();
  }, call.timeout ?? patience);
  const unlink = abortWith(cut, call.signal);
  try {
    const answer = await platform.outgoing.request(url.href, {
      method: call.method,
      headers: {
        authorization: `${callScheme} ${await key.sign('call', claims)}`,
        accept: 'application/json',
        ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.json === undefined ? {} : { body }),
      redirects: 0,
      allowPrivate: row.allow_private,
      timeout: call.timeout ?? patience,
      signal: cut.signal,
    });
    const clock = answer.headers[peerClockHeader];
    return {
      status: answer.status,
      text: await readAnswer(row, answer, call.largestAnswer ?? largest),
      clock: clock === undefined ? undefined : Number(clock),
      at,
    };
  } catch (error) {
    if (call.signal?.aborted || !isLate) throw error instanceof AppError || call.signal?.aborted ? error : brokenOff(row, error);
    throw new AppError(trustWords.peer_too_slow, { name: row.name }, { cause: error });
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

const brokenOff = ({ name }: PeerRow, cause: unknown) => new AppError(trustWords.peer_breaks_off, { name }, { cause });

/** A signed call to a deployment, with the clock corrected once. */
export async function sendCorrected(caller: Caller, row: PeerRow, call: PeerCall): Promise<PeerAnswer> {
  const first = await send(caller, row, call, row.clock_offset ?? 0);
  const { clock, reason } = readRefusal(first.status === 401 ? first.text : '');
  if (reason !== trustWords.clocks_differ.reason) {
    const { status, text } = first;
    return { status, text, offset: await keepOffset(caller, row, findOffset(first.clock, first.at)) };
  }
  const offset = findOffset(clock, Date.now());
  if (offset === undefined) return { status: first.status, text: first.text, offset: row.clock_offset ?? undefined };
  await updatePeer(caller.db, row.id, { clock_offset: offset, clock_at: new Date() });
  const { status, text } = await send(caller, row, call, offset);
  return { status, text, offset };
}

/** Makes a signed call to a trusted deployment; any status is answered but those that say that no call arrives. */
export async function callPeer(caller: Caller, row: PeerRow, call: PeerCall): Promise<PeerAnswer> {
  const { name } = row;
  const answer = await sendCorrected(caller, row, call);
  const { status, text } = answer;
  if (status >= 300 && status < 400) throw new AppError(trustWords.peer_redirects, { name, status });
  const { reason, said } = readRefusal(status === 401 || status === 403 ? text : '');
  if (status === 401 || reason === trustWords.trust_ended.reason) throw new AppError(trustWords.peer_trusts_us_not, { name, why: said ?? `status ${status}` });
  return answer;
}
