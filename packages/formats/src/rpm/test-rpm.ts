type TagValue = string | string[] | number[];

/** One header section. https://rpm-software-management.github.io/rpm/manual/format_v4.html */
export function packHeader(tags: Record<number, TagValue>): Buffer {
  const index: Buffer[] = [];
  let store = Buffer.alloc(0);
  for (const [tag, value] of Object.entries(tags)) {
    const isNumbers = Array.isArray(value) && typeof value[0] === 'number';
    if (isNumbers) store = Buffer.concat([store, Buffer.alloc((4 - (store.length % 4)) % 4)]);
    const entry = Buffer.alloc(16);
    const type = isNumbers ? 4 : Array.isArray(value) ? 8 : 6;
    for (const [at, part] of [Number(tag), type, store.length, Array.isArray(value) ? value.length : 1].entries()) entry.writeUInt32BE(part, at * 4);
    index.push(entry);
    const numbers = isNumbers ? (value as number[]) : [];
    const bytes = Buffer.alloc(numbers.length * 4);
    for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
    const texts = isNumbers ? [] : [value].flat().map((text) => `${text}\0`);
    store = Buffer.concat([store, isNumbers ? bytes : Buffer.from(texts.join(''))]);
  }
  const intro = Buffer.alloc(16);
  intro.writeUInt32BE(0x8eade801, 0);
  intro.writeUInt32BE(index.length, 8);
  intro.writeUInt32BE(store.length, 12);
  return Buffer.concat([intro, ...index, store]);
}

/** For tests: a package with these header tags and a payload that nobody reads. */
export function packRpm(tags: Record<number, TagValue>, payload: Buffer = Buffer.from('payload')): Buffer {
  const lead = Buffer.alloc(96);
  lead.writeUInt32BE(0xedabeedb, 0);
  const header = packHeader(tags);
  const signature = packHeader({ 1000: [header.length + payload.length] });
  return Buffer.concat([lead, signature, Buffer.alloc((8 - ((lead.length + signature.length) % 8)) % 8), header, payload]);
}
