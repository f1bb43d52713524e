import type { ServerResponse } from 'node:http';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { streamEvents } from '@packhouse/contract/shell/system-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../access/authorisation.ts';
import { countedAddress } from '../http/counted-address.ts';
import { handle } from '../http/http.ts';
import { requireAccess } from '../http/require-access.ts';
import type { Platform } from '../platform.ts';
import { type PlaceOf, tellable } from './event-audience.ts';
import type { PlatformEvent } from './outbox.ts';

/** How often a comment keeps the connection open, and the caller's rights are looked at again. */
const heartbeat = 20_000;
/** Events a caller may have missed before it is told to start afresh. */
const resumeLimit = 1000;
/** Bytes that may wait for a slow reader; it is cut off beyond and resumes where it was. */
const slowReaderLimit = 1024 * 1024;

/** Streams that one caller may have open from one address in this process; a window has one. */
const mostStreams = 100;
/** Readers whose rights are looked at again at the same time. */
const lanes = 8;

/** How long changes of rights are gathered before readers are looked at again; one action of an administrator makes several. */
const rightsDelay = 500;
const changesRights = /^access\.(user|group|permission|project|role|environment|setting)\./;

/** Names what decides about what somebody sees. */
function getRights({ kind, name, administrator, groups, grants, scope }: Actor): string {
  return JSON.stringify([kind, name, administrator, groups, grants, scope]);
}

class Reader {
  readonly #types: readonly string[] | undefined;
  readonly #response: ServerResponse;
  /** Live events that wait until what was missed has been told. */
  #held: PlatformEvent[] | undefined;
  /** This was told as missed and may still arrive live. */
  readonly #told = new Set<number>();
  readonly #placeOf: PlaceOf;
  actor: Actor;
  constructor(getPlace: PlaceOf, actor: Actor, response: ServerResponse, types: string | undefined) {
    this.#placeOf = getPlace;
    this.actor = actor;
    this.#response = response;
    this.#types = types?.split(',').map((one) => one.trim());
  }

  hold(): void {
    this.#held = [];
  }

  /** Tells what was missed, then what happened meanwhile, each once. */
  release(missed: readonly PlatformEvent[]): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of missed) {
      this.#tell(event);
      this.#told.add(event.id);
    }
    for (const event of held) this.give(event);
  }

  give(event: PlatformEvent): void {
    if (this.#held) this.#held.push(event);
    else if (!this.#told.delete(event.id)) this.#tell(event);
  }

  #tell(event: PlatformEvent): void {
    if (this.#types && !this.#types.some((type) => event.type.startsWith(type))) return;
    const told = tellable(this.actor, event, this.#placeOf);
    if (!told) return;
    const { id, type, subject, data, at } = told;
    this.write(`id: ${id}\ndata: ${JSON.stringify({ id, type, subject, data, at })}\n\n`);
  }

  /** Takes up who the reader is now; when their rights are others than before, they are told to ask again for all they see. */
  become(actor: Actor): void {
    const before = getRights(this.actor);
    this.actor = actor;
    this.write(getRights(actor) === before ? ': still here\n\n' : 'event: rights\ndata: {}\n\n');
  }

  write(text: string): void {
    this.#response.write(text);
    if (this.#response.writableLength > slowReaderLimit) this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}

/** Lists what was missed since `lastId`; undefined when nobody can say any more. */
async function missedSince(platform: Platform, lastId: string): Promise<readonly PlatformEvent[] | undefined> {
  if (!/^\d{1,15}$/.test(lastId)) return undefined;
  const missed = await platform.outbox.since(Number(lastId), resumeLimit);
  return missed === undefined || missed.length === resumeLimit ? undefined : missed;
}

async function resume(platform: Platform, reader: Reader, lastId: string): Promise<void> {
  reader.hold();
  const missed = await missedSince(platform, lastId);
  if (!missed) reader.write('event: reset\ndata: {}\n\n');
  reader.release(missed ?? []);
}

/** Serves the platform's events to consoles. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function serveEventStream(app: FastifyInstance, platform: Platform, getPlace: PlaceOf): void {
  const readers = new Map<Reader, FastifyRequest>();
  let rightsTimer: NodeJS.Timeout | undefined;
  const unsubscribe = platform.outbox.subscribe((event) => {
    for (const reader of readers.keys()) reader.give(event);
    if (!changesRights.test(event.type) || readers.size === 0) return;
    rightsTimer ??= setTimeout(() => {
      rightsTimer = undefined;
      void lookAtAll();
    }, rightsDelay).unref();
  });

  /** A session may have ended and rights may have changed since the stream began. */
  async function lookAgain(reader: Reader, request: FastifyRequest): Promise<void> {
    try {
      request.actor = await platform.identity.actorOf(request);
      await requireAccess(streamEvents, request, platform);
      reader.become(request.actor);
    } catch {
      reader.end();
    }
  }
  async function lookAtAll(): Promise<void> {
    const waiting = [...readers].values();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const [reader, request] of waiting) await lookAgain(reader, request);
      }),
    );
  }
  const timer = setInterval(() => void lookAtAll(), heartbeat).unref();
  app.addHook('preClose', async () => {
    clearInterval(timer);
    clearTimeout(rightsTimer);
    unsubscribe();
    for (const reader of readers.keys()) reader.end();
  });

  handle(app, platform, streamEvents, async ({ query: { types } }, { request, reply }) => {
    const address = countedAddress(request.ip);
    const open = [...readers].filter(([{ actor }, { ip }]) => countedAddress(ip) === address && actor.name === request.actor.name).length;
    if (open >= mostStreams) throw new AppError(kernelWords.too_many_windows);
    const headers = {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    };
    reply.hijack();
    reply.raw.writeHead(200, headers);
    const reader = new Reader(getPlace, request.actor, reply.raw, types);
    reader.write('retry: 2000\n: connected\n\n');
    reply.raw.once('close', () => readers.delete(reader));
    readers.set(reader, request);
    const lastId = request.headers['last-event-id'];
    if (typeof lastId === 'string' && lastId !== '') await resume(platform, reader, lastId).catch(() => reader.end());
  });
}
