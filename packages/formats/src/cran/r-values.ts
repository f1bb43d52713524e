import { gzipSync } from 'node:zlib';

// https://cran.r-project.org/doc/manuals/R-ints.html#Serialization-Formats

/** A value of R: texts (null is NA), whole numbers, a list, or nothing; with attributes. */
export interface RValue {
  kind: 'texts' | 'integers' | 'list' | 'null';
  values: readonly (string | number | null | RValue)[];
  attributes?: Readonly<Record<string, RValue>>;
}

export const texts = (values: readonly (string | null)[], attributes?: RValue['attributes']): RValue => ({
  kind: 'texts',
  values,
  ...(attributes ? { attributes } : {}),
});
export const integers = (values: readonly number[]): RValue => ({ kind: 'integers', values });
export const list = (values: readonly RValue[], attributes?: RValue['attributes']): RValue => ({
  kind: 'list',
  values,
  ...(attributes ? { attributes } : {}),
});
export const nothing: RValue = { kind: 'null', values: [] };

const types: Readonly<Record<RValue['kind'], number>> = { integers: 13, texts: 16, list: 19, null: 254 };
const pairs = 2 | 0x400;
const symbol = 1;
const letters = 9;
const hasAttributes = 0x200;
const ascii = 64 << 12;
const utf8 = 8 << 12;
const endOfPairs = 254;

class Writer {
  #bytes = Buffer.alloc(64 * 1024);
  #length = 0;

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  integer(value: number): void {
    this.#room(4);
    this.#length = this.#bytes.writeInt32BE(value | 0, this.#length);
  }

  raw(text: string): void {
    const size = Buffer.byteLength(text);
    this.#room(size);
    this.#length += this.#bytes.write(text, this.#length);
  }

  letters(text: string | null): void {
    if (text === null) {
      this.integer(letters);
      this.integer(-1);
      return;
    }
    const size = Buffer.byteLength(text);
    this.integer(letters | (size === text.length ? ascii : utf8));
    this.integer(size);
    this.raw(text);
  }

  value({ kind, values, attributes = {} }: RValue): void {
    const entries = Object.entries(attributes);
    this.integer(types[kind] | (entries.length > 0 ? hasAttributes : 0));
    if (kind === 'null') return;
    this.integer(values.length);
    for (const one of values) {
      if (kind === 'texts') this.letters(one as string | null);
      else if (kind === 'integers') this.integer(one as number);
      else this.value(one as RValue);
    }
    if (entries.length === 0) return;
    for (const [name, attribute] of entries) {
      this.integer(pairs);
      this.integer(symbol);
      this.letters(name);
      this.value(attribute);
    }
    this.integer(endOfPairs);
  }

  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** A value as `saveRDS` writes it, in the second version of the format, which every R reads. */
export function writeRds(value: RValue): Buffer {
  const writer = new Writer();
  writer.raw('X\n');
  writer.integer(2);
  // Written by R 4.0.0; read by 2.3.0 and later.
  writer.integer(0x040000);
  writer.integer(0x020300);
  writer.value(value);
  return gzipSync(writer.content);
}
