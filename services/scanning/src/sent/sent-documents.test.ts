import type { AppError } from '@packhouse/contract/errors.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { readVex } from '../vex/read-vex.ts';
import { cycloneDxVex, openVex } from '../vex/test-documents.ts';
import { openSentDocuments, type SentDocuments } from './sent-documents.ts';

const opened: SentDocuments[] = [];
const open = (...limits: Parameters<typeof openSentDocuments>) => {
  const documents = openSentDocuments(...limits);
  opened.push(documents);
  return documents;
};
afterAll(() => Promise.all(opened.map((one) => one.stop())));

const write = (document: object) => Buffer.from(JSON.stringify(document));
const statement = (number: number) => ({
  vulnerability: { name: `CVE-2026-${10_000 + number}` },
  products: [{ '@id': `pkg:npm/left-pad@1.0.${number}` }],
  status: 'not_affected',
  justification: 'component_not_present',
});
/** Far over what is read at once. */
const large = write(openVex(Array.from({ length: 2000 }, (_, number) => statement(number))));
const bill = (count: number) =>
  write({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: Array.from({ length: count }, (_, n) => ({ type: 'library', purl: `pkg:npm/part-${n}@1.0.0` })),
  });

describe('documents that are sent', () => {
  it('say in a thread what they say without one', async () => {
    const documents = open();
    expect(large.length).toBeGreaterThan(200_000);
    expect(await documents.vex(large)).toEqual(readVex(large));
    expect((await documents.bill(bill(5000), 'app.json')).ids).toHaveLength((await documents.bill(bill(1), 'app.json')).ids.length + 4999);
    const tree = { component_id: 'npm://app:1.0.0', nodes: Array.from({ length: 5000 }, (_, n) => ({ component_id: `npm://part-${n}:1.0.0` })) };
    expect((await documents.graph(write(tree))).nodes).toHaveLength(5001);
  });

  it('are refused from a thread by the place in them, as without one', async () => {
    const documents = open();
    const readRefusal = (bytes: Buffer) =>
      documents.vex(bytes).then(
        () => undefined,
        ({ code, detail }: AppError) => ({ code, detail }),
      );
    const broken = (count: number) => write(openVex([{ ...statement(0), status: 'perhaps' }, ...Array.from({ length: count }, (_, n) => statement(n))]));
    const small = await readRefusal(broken(1));
    expect(small).toMatchObject({ code: 'invalid_input', detail: [{ path: 'statements[0].status' }] });
    expect(await readRefusal(broken(2000))).toEqual(small);
    expect(await readRefusal(Buffer.alloc(100_000, '['))).toMatchObject({ code: 'invalid_input' });
    expect(await readRefusal(write(cycloneDxVex([{ id: 'x', pad: Array.from({ length: 2_100_000 }, () => 0) }])))).toMatchObject({ code: 'too_large' });
  });

  it('that take more memory or time than a thread has are refused, and nobody else waits', async () => {
    const refused = { code: 'too_large', reason: 'document_takes_too_much' };
    await expect(
      open({ memory: 16, time: 20_000, pace: 1024 }).vex(write(cycloneDxVex([{ id: 'x', pad: Array.from({ length: 400_000 }, () => [] as []) }]))),
    ).rejects.toMatchObject(refused);
    await expect(open({ memory: 256, time: 1, pace: 1e9 }).vex(large)).rejects.toMatchObject(refused);
    expect(await open().vex(write(openVex([statement(1)])))).toMatchObject({ issuer: 'ACME Security' });
  });
});
