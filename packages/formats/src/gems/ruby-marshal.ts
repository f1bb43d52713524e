// The bytes of Ruby's Marshal 4.8, as far as gem indexes need them. https://docs.ruby-lang.org/en/3.3/marshal_rdoc.html

/** A value that Ruby reads as an object of its own. */
export class RubyValue {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export type Ruby = null | boolean | number | string | RubyValue | readonly Ruby[] | Readonly<Record<string, string>>;

function integer(value: number): Buffer {
  if (value === 0) return Buffer.from([0]);
  if (value > 0 && value < 123) return Buffer.from([value + 5]);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Buffer.from([bytes.length, ...bytes]);
}

const counted = (bytes: Buffer) => Buffer.concat([integer(bytes.length), bytes]);
const symbolBytes = (name: string) => Buffer.concat([Buffer.from(':'), counted(Buffer.from(name))]);

function write(value: Ruby): Buffer {
  if (value === null) return Buffer.from('0');
  if (typeof value === 'boolean') return Buffer.from(value ? 'T' : 'F');
  if (typeof value === 'number') return Buffer.concat([Buffer.from('i'), integer(value)]);
  if (value instanceof RubyValue) return value.bytes;
  // The one instance variable says that the text is UTF-8.
  if (typeof value === 'string') return Buffer.concat([Buffer.from('I"'), counted(Buffer.from(value)), integer(1), symbolBytes('E'), Buffer.from('T')]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('['), integer(value.length), ...(value as readonly Ruby[]).map(write)]);
  const entries = Object.entries(value as Record<string, string>);
  return Buffer.concat([Buffer.from('{'), integer(entries.length), ...entries.flatMap(([key, one]) => [write(key), write(one)])]);
}

export const symbol = (name: string) => new RubyValue(symbolBytes(name));

/** An object that its class restores from one value (`marshal_load`). */
export const restored = (className: string, value: Ruby) => new RubyValue(Buffer.concat([Buffer.from('U'), symbolBytes(className), write(value)]));

/** An object that its class restores from bytes (`_load`). */
export const loaded = (className: string, bytes: Buffer) => new RubyValue(Buffer.concat([Buffer.from('u'), symbolBytes(className), counted(bytes)]));

/** An object with instance variables. */
export function instance(className: string, variables: Readonly<Record<string, Ruby>>): RubyValue {
  const entries = Object.entries(variables);
  const parts = entries.flatMap(([name, value]) => [symbolBytes(name), write(value)]);
  return new RubyValue(Buffer.concat([Buffer.from('o'), symbolBytes(className), integer(entries.length), ...parts]));
}

/** Gives what `Marshal.dump` gives. */
export function marshal(value: Ruby): Buffer {
  return Buffer.concat([Buffer.from([4, 8]), write(value)]);
}
