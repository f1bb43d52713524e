import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedAddress } from './counted-address.ts';

export interface BodyLimits {
  /** Milliseconds that a body which is being read may stand still, because its sender sends nothing. */
  silence: number;
  /** Bodies of callers without an account that may be under way in this process, all together and from one place. */
  strangers: { all: number; each: number };
}

const usual: BodyLimits = { silence: 60_000, strangers: { all: 256, each: 32 } };

interface OpenBody {
  request: FastifyRequest;
  received: number;
  since: number;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Waits for its sender: somebody reads it, and nothing that has arrived lies unread. */
function isAwaited({ raw }: FastifyRequest): boolean {
  return raw.readableFlowing !== null && raw.readableLength === 0;
}

/**
 * Ends requests whose senders fall silent in the middle of a body, and refuses further bodies of strangers while many are under way: a connection that
 * sends nothing costs its sender nothing. A body may take as long as it needs while bytes of it arrive. To be called where the caller is known already.
 */
export function limitOpenBodies(app: FastifyInstance, { silence, strangers }: BodyLimits = usual): void {
  const open = new Set<OpenBody>();
  const places = new Map<string, number>();

  function look(): void {
    const now = Date.now();
    for (const body of open) {
      const { raw } = body.request;
      const received = raw.socket.bytesRead;
      if (received !== body.received || !isAwaited(body.request)) Object.assign(body, { received, since: now });
      else if (now - body.since >= silence) raw.destroy(new AppError(kernelWords.body_too_slow));
    }
  }
  const timer = setInterval(look, silence / 4).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  /** @throws AppError `too_many_requests` */
  function admitStranger(place: string): () => void {
    const fromThere = places.get(place) ?? 0;
    const all = [...places.values()].reduce((sum, count) => sum + count, 0);
    if (fromThere >= strangers.each || all >= strangers.all) throw new AppError(kernelWords.too_many_open_bodies);
    places.set(place, fromThere + 1);
    return () => {
      const left = (places.get(place) ?? 1) - 1;
      if (left === 0) places.delete(place);
      else places.set(place, left);
    };
  }

  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const leave = request.actor.kind === 'anonymous' ? admitStranger(countedAddress(request.ip)) : undefined;
    const body = { request, received: raw.socket.bytesRead, since: Date.now() };
    open.add(body);
    raw.once('close', () => {
      open.delete(body);
      leave?.();
    });
  });
}
