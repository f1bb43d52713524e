import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { asBuffer, type FileArgument, type FromThread, type Question, type SentArgument, type ToThread, unpackFailure } from './thread-messages.ts';

type Answered = (reply: ToThread) => void;

/** Asks the thread that gave the order for what lies there: content, piece by piece, and answers of functions. */
export class ThreadContent {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Answered>();
  #next = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (reply: ToThread) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    port.postMessage('begun' satisfies FromThread);
  }

  #ask(question: Question): Promise<unknown> {
    const id = this.#next++;
    this.#port.postMessage({ id, question } satisfies FromThread);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => ('failure' in reply ? reject(unpackFailure(reply.failure)) : resolve(asBuffer(reply.answer))));
    });
  }

  /** The next piece is asked for before the one at hand is used. */
  async *#pull(number: number, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const stream = this.#next++;
    let coming = this.#ask({ ask: 'open', number, stream, ...(range ? { range } : {}) });
    try {
      for (;;) {
        const piece = await coming;
        if (!Buffer.isBuffer(piece)) return;
        coming = this.#ask({ ask: 'next', stream });
        coming.catch(() => undefined);
        yield piece;
      }
    } finally {
      this.#port.postMessage({ id: 0, question: { ask: 'close', stream } } satisfies FromThread);
    }
  }

  /** The argument as the reader knows it. */
  receive(sent: SentArgument): unknown {
    if (sent.kind === 'plain') return asBuffer(sent.value);
    const { number } = sent;
    if (sent.kind === 'call') return (...args: readonly unknown[]) => this.#ask({ ask: 'call', number, args });
    const whole = sent.whole && (asBuffer(sent.whole) as Buffer);
    const open: FileArgument['open'] = whole
      ? (range) => Readable.from([whole.subarray(range?.start, range && range.end + 1)], { objectMode: false })
      : (range) => Readable.from(this.#pull(number, range), { objectMode: false });
    return { ...sent.file, open } satisfies FileArgument;
  }
}
