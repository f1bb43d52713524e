import type { MessagePort } from 'node:worker_threads';
import { type FileArgument, type FromThread, ownBytes, packFailure, type Question, type SentArgument, type ToThread } from './thread-messages.ts';
import type { WorkClock } from './work-clock.ts';

/** Bytes of content that are sent with the order: asking for them would cost more than most readers take. */
const mostSent = 32 * 1024;

type Call = (...args: readonly unknown[]) => Promise<unknown>;

const isFile = (value: unknown): value is FileArgument =>
  typeof value === 'object' && value !== null && typeof (value as Partial<FileArgument>).open === 'function';

/** All bytes of small content; undefined where it is large, or cannot be read, which whoever reads it will hear of. */
async function readWhole(file: FileArgument): Promise<Uint8Array | undefined> {
  if (file.size > mostSent) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of file.open()) {
      size += piece.length;
      if (size > mostSent) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return size === file.size ? ownBytes(Buffer.concat(pieces)) : undefined;
}

/** Holds what a thread works on, and answers its questions. While it does, the clock of the thread stands. */
export class ContentHost {
  readonly #held: (FileArgument | Call)[] = [];
  readonly #streams = new Map<number, AsyncIterator<Uint8Array>>();
  /** The content could not be read; whatever the thread makes of that, this is the reason. */
  failure: unknown;

  /** Makes of an argument what can be sent. */
  async send(value: unknown): Promise<SentArgument> {
    const number = this.#held.length;
    if (typeof value === 'function') {
      this.#held.push(value as Call);
      return { kind: 'call', number };
    }
    if (!isFile(value)) return { kind: 'plain', value: value instanceof Uint8Array ? ownBytes(value) : value };
    this.#held.push(value);
    const known = Object.entries(value).filter((entry) => typeof entry[1] !== 'function');
    const whole = await readWhole(value);
    return { kind: 'file', number, file: Object.fromEntries(known) as unknown as Omit<FileArgument, 'open'>, ...(whole ? { whole } : {}) };
  }

  answer(port: MessagePort, clock: WorkClock): void {
    port.on('message', (message: FromThread) => void this.#take(message, port, clock));
  }

  async #take(message: FromThread, port: MessagePort, clock: WorkClock): Promise<void> {
    if (message === 'begun') return clock.resume();
    const { id, question } = message;
    if (question.ask === 'close') return this.#close(question.stream);
    clock.pause();
    const reply = await this.#reply(id, question);
    clock.resume();
    port.postMessage(reply, 'answer' in reply && reply.answer instanceof Uint8Array ? [reply.answer.buffer as ArrayBuffer] : []);
  }

  async #reply(id: number, question: Question): Promise<ToThread> {
    try {
      return { id, answer: await this.#find(question) };
    } catch (error) {
      this.failure ??= error;
      return { id, failure: packFailure(error) };
    }
  }

  async #find(question: Question): Promise<unknown> {
    if (question.ask === 'call') {
      const found = await (this.#held[question.number] as Call)(...question.args);
      return found instanceof Uint8Array ? ownBytes(found) : found;
    }
    if (question.ask === 'open') this.#streams.set(question.stream, (this.#held[question.number] as FileArgument).open(question.range)[Symbol.asyncIterator]());
    const piece = await this.#streams.get(question.stream)?.next();
    return piece === undefined || piece.done ? undefined : ownBytes(piece.value);
  }

  #close(stream: number): void {
    const body = this.#streams.get(stream);
    this.#streams.delete(stream);
    void body?.return?.().catch(() => undefined);
  }

  /** Lets go of all content, also when the thread was ended in the middle of its work. */
  release(): void {
    for (const stream of this.#streams.keys()) this.#close(stream);
  }
}
