import { Readable } from 'node:stream';

/** How much a client may lag behind the storing before it is waited for. */
const bufferBytes = 4 * 1024 * 1024;
/** How long the storing waits for a client that lags. */
const patience = 2000;

export interface Tee {
  /** To be read by whoever stores the bytes. */
  store: Readable;
  /** To be read by the client that asked first. Its last bytes come only after `accept`, so nobody ever gets a whole body that is refused later. */
  client: Readable;
  /** Stored and verified: `reopen` reads it from an offset, for a client that lagged too far behind. */
  accept(reopen: (offset: number) => Promise<Readable>): Promise<void>;
  refuse(error: unknown): void;
}

/** The side of the client: takes chunks as long as it keeps up, and knows how far it got. */
class Follower {
  readonly stream: Readable;
  /** Bytes handed over so far. */
  sent = 0;
  /** Lagged too far behind; the rest comes from the store. */
  detached = false;
  /** The last chunk is kept back until the whole is accepted. */
  held: Buffer | undefined;
  #drained: () => void = () => undefined;

  constructor() {
    this.stream = new Readable({
      highWaterMark: bufferBytes,
      read: () => this.#drained(),
      destroy: (error, done) => {
        this.#drained();
        done(error);
      },
    });
    // Nobody may be listening yet when the upstream breaks.
    this.stream.on('error', () => undefined);
  }

  async offer(chunk: Buffer): Promise<void> {
    if (this.detached || this.stream.destroyed) return;
    const next = this.held;
    this.held = chunk;
    if (!next) return;
    this.sent += next.length;
    if (!this.stream.push(next)) this.detached = await this.#staysFull(patience);
  }

  /** Hands over what the client has missed. */
  async catchUp(rest: Readable): Promise<void> {
    rest.on('error', (error) => this.stream.destroy(error));
    this.stream.on('close', () => rest.destroy());
    for await (const chunk of rest as AsyncIterable<Buffer>) {
      if (this.stream.destroyed) return;
      if (!this.stream.push(chunk)) await this.#staysFull();
    }
  }

  /** Waits until the client reads on: for ever, or until it is not worth waiting any longer. */
  #staysFull(milliseconds?: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(() => resolve(true), milliseconds);
      this.#drained = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }
}

/** Lets the first client read along while a body is stored. A slow or vanished client never stops the storing. */
export function tee(body: Readable): Tee {
  const follower = new Follower();
  async function* stored() {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await follower.offer(chunk);
      yield chunk;
    }
  }
  return {
    store: Readable.from(stored(), { objectMode: false }),
    client: follower.stream,
    async accept(reopen) {
      if (follower.stream.destroyed) return;
      if (follower.detached) await follower.catchUp(await reopen(follower.sent));
      else if (follower.held) follower.stream.push(follower.held);
      follower.stream.push(null);
    },
    refuse(error) {
      body.destroy();
      follower.stream.destroy(error instanceof Error ? error : new Error('refused'));
    },
  };
}
