/** A tag with its value: a text, a translated text, a list of texts, or numbers of 32 bits. */
export type RpmTag =
  | readonly [tag: number, kind: 'text' | 'translated', value: string]
  | readonly [tag: number, kind: 'texts', value: readonly string[]]
  | readonly [tag: number, kind: 'numbers', value: readonly number[]];

const types = { numbers: 4, text: 6, region: 7, texts: 8, translated: 9 } as const;
const regions = { signature: 62, header: 63 } as const;
const entrySize = 16;

/** An RPM package whose payload is empty, which is all that a repository and its tools read of it. */
export function packRpm(name: string, tags: readonly RpmTag[]): Buffer {
  const payload = Buffer.alloc(8);
  const header = section(regions.header, tags);
  const signature = section(regions.signature, [[1000, 'numbers', [header.length + payload.length]]]);
  const lead = getLead(name);
  return Buffer.concat([lead, signature, Buffer.alloc((8 - ((lead.length + signature.length) % 8)) % 8), header, payload]);
}

/** https://rpm-software-management.github.io/rpm/manual/format_lead.html */
function getLead(name: string): Buffer {
  const lead = Buffer.alloc(96);
  lead.writeUInt32BE(0xedabeedb, 0);
  lead.writeUInt8(3, 4);
  lead.writeUInt16BE(1, 8);
  lead.write(name.slice(0, 65), 10);
  lead.writeUInt16BE(1, 76);
  lead.writeUInt16BE(5, 78);
  return lead;
}

/** One header with the region that closes it. https://rpm-software-management.github.io/rpm/manual/format_header.html */
function section(region: number, tags: readonly RpmTag[]): Buffer {
  const count = tags.length + 1;
  const entries: Buffer[] = [];
  let store = Buffer.alloc(0);
  for (const [tag, kind, value] of tags) {
    if (kind === 'numbers') store = Buffer.concat([store, Buffer.alloc((4 - (store.length % 4)) % 4)]);
    entries.push(getNumbers(tag, types[kind], store.length, typeof value === 'string' ? 1 : value.length));
    store = Buffer.concat([
      store,
      kind === 'numbers'
        ? getNumbers(...value)
        : Buffer.from(
            [value]
              .flat()
              .map((text) => `${text}\0`)
              .join(''),
          ),
    ]);
  }
  const start = getNumbers(region, types.region, store.length, entrySize);
  const end = getNumbers(region, types.region, -count * entrySize, entrySize);
  return Buffer.concat([getNumbers(0x8eade801, 0, count, store.length + entrySize), start, ...entries, store, end]);
}

function getNumbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}
