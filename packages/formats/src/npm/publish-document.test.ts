import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StagedFile } from '../format.ts';
import { readPublishDocument } from './publish-document.ts';
import { readDocument } from './read-document.ts';

const begun = '{"_attachments":{"a-1.0.0.tgz":{"data":"';

describe('the body of npm publish', () => {
  it('may break off before the storing has begun to read', async () => {
    let heard: unknown;
    // Storage may be slow to take the first byte: here it takes none before the stream has closed.
    const stage = async (body: Readable): Promise<StagedFile> => {
      await new Promise<void>((resolve) => {
        body.once('close', resolve);
      });
      await buffer(body).catch((error: unknown) => {
        heard = error;
      });
      throw new Error('nothing was stored');
    };
    const read = readPublishDocument(Readable.from([Buffer.from(begun)]), 1000, stage, readDocument);
    await expect(read).rejects.toMatchObject({ code: 'bad_request', message: 'The body ends inside the attachment' });
    expect(heard).toMatchObject({ message: 'the body broke off' });
  });

  it('lets others be answered between its pieces, also where all of them have arrived', async () => {
    let turns = 0;
    let isRead = false;
    const others = (async () => {
      for (; !isRead; turns++) await setImmediate();
    })();
    const pieces = ['{"tags":[', ...Array.from({ length: 50 }, () => '"a",'), '"a"]}'].map((text) => Buffer.from(text));
    const stage = () => Promise.reject(new Error('nothing is stored'));
    const { document } = await readPublishDocument(Readable.from(pieces), 1000, stage, async (bytes) => JSON.parse(bytes.toString()) as unknown);
    isRead = true;
    await others;
    expect(document).toEqual({ tags: Array.from({ length: 51 }, () => 'a') });
    expect(turns).toBeGreaterThanOrEqual(50);
  });
});
