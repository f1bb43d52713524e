const quote = 0x22;
const backslash = 0x5c;
const [comma, colon] = [0x2c, 0x3a];
const [openList, closeList, openRecord, closeRecord] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Goes over a JSON document without making anything of it: of a listing with hundreds of thousands of records, each is parsed by itself.
 * What a value holds is not looked at but for where it ends; whoever uses one has it parsed.
 */
export class JsonScanner {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  /** The members of the record that begins here; each value has to be passed with `value` or `members` before the next is asked for. @throws SyntaxError */
  *members(): Generator<string> {
    this.#take(openRecord);
    if (this.#isNext(closeRecord)) return this.#take(closeRecord);
    for (;;) {
      const key = this.#text();
      this.#take(colon);
      yield key;
      if (this.#isNext(closeRecord)) return this.#take(closeRecord);
      this.#take(comma);
    }
  }

  isRecord(): boolean {
    return this.#isNext(openRecord);
  }

  /** The bytes of the value that begins here. @throws SyntaxError */
  value(): Buffer {
    this.#skipBlanks();
    const start = this.#at;
    const first = this.#bytes[start];
    if (first === quote) this.#skipText();
    else if (first === openList || first === openRecord) this.#skipNested();
    else while (this.#at < this.#bytes.length && !this.#isEnd(this.#bytes[this.#at]!)) this.#at++;
    if (this.#at === start) throw this.#broken();
    return this.#bytes.subarray(start, this.#at);
  }

  #isEnd(byte: number): boolean {
    return byte === comma || byte === closeRecord || byte === closeList || isBlank(byte);
  }

  #skipNested(): void {
    let depth = 0;
    const bytes = this.#bytes;
    do {
      const byte = bytes[this.#at];
      if (byte === undefined) throw this.#broken();
      if (byte === quote) {
        this.#skipText();
        continue;
      }
      if (byte === openList || byte === openRecord) depth++;
      else if (byte === closeList || byte === closeRecord) depth--;
      this.#at++;
    } while (depth > 0);
  }

  #skipText(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    for (let byte = bytes[at]; byte !== quote; byte = bytes[at]) {
      if (byte === undefined) throw this.#broken();
      at += byte === backslash ? 2 : 1;
    }
    this.#at = at + 1;
  }

  #text(): string {
    if (!this.#isNext(quote)) throw this.#broken();
    const start = this.#at;
    this.#skipText();
    return JSON.parse(this.#bytes.toString('utf8', start, this.#at)) as string;
  }

  #skipBlanks(): void {
    while (isBlank(this.#bytes[this.#at])) this.#at++;
  }

  #isNext(byte: number): boolean {
    this.#skipBlanks();
    return this.#bytes[this.#at] === byte;
  }

  #take(byte: number): void {
    if (!this.#isNext(byte)) throw this.#broken();
    this.#at++;
  }

  #broken(): SyntaxError {
    return new SyntaxError(`no JSON at ${this.#at}`);
  }
}
