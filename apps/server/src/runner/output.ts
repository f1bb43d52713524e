import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import { runnerLimits } from '@packhouse/contract/pipelines/runner-routes.ts';
import type { HiddenValues } from './hidden-values.ts';

/** So many lines wait for the server; whoever writes more is not read meanwhile. */
const mostWaiting = 2000;
/** Milliseconds in which lines are gathered, and after which it is tried again. */
const rest = 300;

/** Control characters would not be seen, and the database takes no NUL. Tabs stay. */
const unseen = /[^\P{Cc}\t]/gu;

/** Takes lines to the server; false when nobody wants them any more. Rejects where the server cannot be reached. */
type Send = (first: number, lines: readonly string[]) => Promise<boolean>;

/** Hands what a command writes over to the server, line by line, as fast as that takes it. */
export class Output {
  readonly #send: Send;
  readonly #onUnwanted: () => void;
  readonly #hidden: HiddenValues;
  readonly #waiting: string[] = [];
  readonly #sources: Readable[] = [];
  #first = 0;
  #taken = 0;
  #isEnded = false;
  #isLost = false;
  readonly #done: Promise<void>;
  #ring: () => void = () => undefined;
  constructor(send: Send, hidden: HiddenValues, onUnwanted: () => void) {
    this.#send = send;
    this.#hidden = hidden;
    this.#onUnwanted = onUnwanted;
    this.#done = this.#run();
  }

  /** More was written than is kept. */
  get isCut(): boolean {
    return this.#taken >= runnerLimits.lines;
  }

  /** Follows a stream to its end. What is beyond the limit is read and thrown away, so that the command goes on. */
  follow(source: Readable): void {
    this.#sources.push(source);
    const decoder = new StringDecoder('utf8');
    let open = '';
    source.on('data', (chunk: Buffer) => {
      const parts = (open + decoder.write(chunk)).split(/\r?\n/);
      open = parts.pop()!;
      for (const part of parts) this.#add(part);
      if (open.length > runnerLimits.lineLength + this.#hidden.overlap) {
        // What may be the beginning of a hidden value waits for the rest of it.
        const whole = this.#hidden.hide(open);
        const end = whole.length - this.#hidden.overlap;
        this.#add(whole.slice(0, end));
        open = whole.slice(end);
      }
      if (this.#waiting.length > mostWaiting) for (const one of this.#sources) one.pause();
    });
    source.on('end', () => {
      if (open !== '') this.#add(open);
      open = '';
    });
  }

  #add(text: string): void {
    const clean = this.#hidden.hide(stripVTControlCharacters(this.#hidden.hide(text)).replace(unseen, ' ').trimEnd());
    for (let at = 0; at === 0 || at < clean.length; at += runnerLimits.lineLength) {
      if (this.isCut || this.#isLost) return;
      this.#waiting.push(clean.slice(at, at + runnerLimits.lineLength));
      this.#taken++;
    }
    this.#ring();
  }

  async #sendSome(): Promise<void> {
    const lines = this.#waiting.slice(0, runnerLimits.linesAtOnce);
    try {
      if (!(await this.#send(this.#first, lines))) this.lose();
      this.#waiting.splice(0, lines.length);
      this.#first += lines.length;
    } catch {
      // The same lines go again under the same numbers; how long that is done, who holds the step decides.
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
    if (this.#waiting.length < mostWaiting / 2) for (const one of this.#sources) one.resume();
  }

  async #run(): Promise<void> {
    while (!this.#isLost) {
      if (this.#waiting.length > 0) await this.#sendSome();
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#ring = resolve;
        });
      // Few lines wait for others to go with them.
      if (!this.#isEnded && this.#waiting.length < runnerLimits.linesAtOnce) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** Nobody wants the rest. */
  lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#waiting.length = 0;
    for (const one of this.#sources) one.resume();
    this.#ring();
    this.#onUnwanted();
  }

  /** Returns once the server has everything, or nobody wants it. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#ring();
    await this.#done;
  }
}
