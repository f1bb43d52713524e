import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import * as contract from '@packhouse/contract/repositories/evidence-routes.ts';
import { createTrustedKey, deleteTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

type Pair = ReturnType<typeof makePair>;
const makePair = (make: () => { publicKey: import('node:crypto').KeyObject; privateKey: import('node:crypto').KeyObject }) => {
  const { publicKey, privateKey } = make();
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};
const pairs = {
  ecdsa: makePair(() => generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  ed25519: makePair(() => generateKeyPairSync('ed25519')),
  rsa: makePair(() => generateKeyPairSync('rsa', { modulusLength: 2048 })),
};
const stranger = makePair(() => generateKeyPairSync('ed25519'));

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** An envelope as its makers define it, written here once more so that a test does not trust the product's own arithmetic. */
function envelope(
  subject: string,
  pair: Pair,
  { keyid = 'ci', predicateType = 'https://slsa.dev/provenance/v1', more = {} }: { keyid?: string; predicateType?: string; more?: object } = {},
) {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ digest: { sha256: subject } }],
    predicateType,
    predicate: { built: 'here' },
    ...more,
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const type = 'application/vnd.in-toto+json';
  const content = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  const hash = pair.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return { payload: payload.toString('base64'), payloadType: type, signatures: [{ keyid, sig: sign(hash, content, pair.privateKey).toString('base64') }] };
}

const grant = (names: string[], actions: ('read' | 'deploy' | 'annotate' | 'delete')[]) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names,
  include: [],
  exclude: [],
  actions,
  through: 'test',
});

describe('evidence', () => {
  let test: RepositoryTestPlatform;
  const content = 'the program';
  const subject = sha256(content);
  const attach = (body: unknown, { as = 'admin', path = 'files/app/a.bin', query = '' } = {}) =>
    fetch(`${test.baseUrl}/evidence/api/v1/subject/${path}${query}`, {
      method: 'POST',
      headers: { ...test.headersOf(as), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const list = (as = 'admin', place = { repoKey: 'files', path: 'app/a.bin' }) => test.call(contract.listEvidence, { query: place }, { as });
  const search = async (fields: string, { repositoryKey = 'files', path = 'app', name = 'a.bin' } = {}) => {
    const where = `{ hasSubjectWith: { repositoryKey: "${repositoryKey}", path: "${path}", name: "${name}" }}`;
    const { data } = await test.call(contract.queryEvidence, {
      body: { query: `{ evidence { searchEvidence( where: ${where} ) { totalCount edges { cursor node { ${fields} } } } } }` },
    });
    return (data.evidence as { searchEvidence: { totalCount: number; edges: { node: Record<string, unknown> }[] } }).searchEvidence;
  };

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        reader: { grants: [grant(['files'], ['read'])] },
        annotator: { grants: [grant(['files'], ['read', 'annotate'])] },
        elsewhere: { grants: [grant(['release'], ['read'])] },
      },
    });
    await test.create({ key: 'files', class: 'local', format: 'generic' });
    await test.create({ key: 'release', class: 'local', format: 'generic' });
    await test.put('files/app/a.bin', content);
    await test.put('files/app/b.bin', 'another program');
    await test.call(createTrustedKey, { body: { name: 'ci', publicKey: pairs.ecdsa.pem } });
    await test.call(createTrustedKey, { body: { name: 'laptop', publicKey: pairs.ed25519.pem } });
    await test.call(createTrustedKey, { body: { name: 'old', publicKey: pairs.rsa.pem } });
  });
  afterAll(() => test?.stop());

  it('takes a statement about a file, and says whose trusted key signed it', async () => {
    const response = await attach(envelope(subject, pairs.ecdsa), { query: '?providerId=ci-tool' });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      repository: 'files',
      path: expect.stringMatching(new RegExp(`^\\.evidence/${subject}/`)),
      predicate_type: 'https://slsa.dev/provenance/v1',
      predicate_category: 'provenance',
      predicate_slug: 'provenance-v1',
      created_by: 'admin',
      verified: true,
      provider_id: 'ci-tool',
      attachments: [],
    });
    const { items, attachable } = await list();
    expect(attachable).toBe(true);
    expect(items).toMatchObject([{ verdict: 'verified', signedBy: 'ci', category: 'provenance', provider: 'ci-tool', deletable: true }]);
    // The envelope itself is a file like any other.
    const kept = Buffer.from(await (await test.ask(items[0]!.downloadPath)).arrayBuffer());
    expect(sha256(kept)).toBe(items[0]!.sha256);
    expect(JSON.parse(kept.toString())).toHaveProperty('payloadType', 'application/vnd.in-toto+json');
  });

  it.each(['ecdsa', 'ed25519', 'rsa'] as const)('checks signatures of %s keys, whatever name the envelope gives the key', async (kind) => {
    const { verified } = (await (await attach(envelope(subject, pairs[kind], { keyid: 'nobody' }))).json()) as { verified: boolean };
    expect(verified).toBe(true);
  });

  it('counts a signature as verified as long as its key is trusted', async () => {
    const made = (await (await attach(envelope(subject, stranger))).json()) as { verified: boolean };
    expect(made.verified).toBe(false);
    const newest = async () => (await list()).items[0];
    expect(await newest()).toMatchObject({ verdict: 'unknown_key', signedBy: null });
    await test.call(createTrustedKey, { body: { name: 'newcomer', publicKey: stranger.pem } });
    expect(await newest()).toMatchObject({ verdict: 'verified', signedBy: 'newcomer' });
    await test.call(deleteTrustedKey, { params: { name: 'newcomer' } });
    expect(await newest()).toMatchObject({ verdict: 'unknown_key' });
  });

  it('refuses a forged signature the mark, and a changed statement', async () => {
    const signed = envelope(subject, pairs.ecdsa);
    const payload = Buffer.from(Buffer.from(signed.payload, 'base64').toString().replace('here', 'away')).toString('base64');
    expect(await (await attach({ ...signed, payload })).json()).toMatchObject({ verified: false });
  });

  it.each([
    ['a statement about other content', () => envelope('0'.repeat(64), pairs.ecdsa), 'about other content'],
    ['what is no envelope', () => ({ hello: 'there' }), 'DSSE envelope'],
    ['what is no object', () => [1], 'DSSE envelope'],
    ['a payload that is no statement', () => ({ ...envelope(subject, pairs.ecdsa), payload: Buffer.from('{}').toString('base64') }), 'in-toto statement'],
    ['a payload of another type', () => ({ ...envelope(subject, pairs.ecdsa), payloadType: 'text/plain' }), 'DSSE envelope'],
  ])('refuses %s', async (_, make, message) => {
    const response = await attach(make());
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });

  it('asks for the right to annotate, and tells strangers of nothing', async () => {
    expect((await attach(envelope(subject, pairs.ecdsa), { as: 'reader' })).status).toBe(403);
    expect((await attach(envelope(subject, pairs.ecdsa), { as: 'annotator' })).status).toBe(201);
    expect((await attach(envelope(subject, pairs.ecdsa), { path: 'files/app/none.bin' })).status).toBe(404);
    expect((await attach(envelope(subject, pairs.ecdsa), { path: 'files/app' })).status).toBe(400);
    await expect(list('elsewhere')).rejects.toMatchObject({ status: expect.toBeOneOf([403, 404]) });
    expect((await list('reader')).attachable).toBe(false);
    const [newest] = (await list('reader')).items;
    expect(newest?.deletable).toBe(false);
    await expect(test.call(contract.deleteEvidence, { params: { id: newest!.id } }, { as: 'reader' })).rejects.toMatchObject({ status: 403 });
    await expect(test.call(contract.readEvidence, { params: { id: newest!.id } }, { as: 'elsewhere' })).rejects.toMatchObject({ status: 404 });
  });

  it('is found where the content has been copied to, by those who may read where it is kept', async () => {
    expect((await test.ask('api/copy/files/app/a.bin?to=/release/a.bin', { method: 'POST' })).status).toBe(200);
    const place = { repoKey: 'release', path: 'a.bin' };
    expect((await list('admin', place)).items.length).toBeGreaterThan(0);
    expect((await list('elsewhere', place)).items).toEqual([]);
  });

  it('keeps attachments beside it, so that what was put somewhere for the moment may go', async () => {
    await test.put('files/tmp/report.txt', 'all good');
    const file = { name: 'report.txt', sha256: sha256('all good'), type: 'text/plain' };
    const sent = {
      ...envelope(subject, pairs.ed25519, { more: { attachments: [file], markdown: '# Good' } }),
      attachments: [{ repository: 'files', path: 'tmp/report.txt', sha256: file.sha256 }],
    };
    const response = await attach(sent);
    const { attachments } = (await response.json()) as { attachments: { name: string; type: string; download_path: string }[] };
    expect(attachments).toMatchObject([{ name: 'report.txt', sha256: file.sha256, type: 'text/plain' }]);
    await test.ask('files/tmp/report.txt', { method: 'DELETE' });
    expect(await (await test.ask(attachments[0]!.download_path)).text()).toBe('all good');
    const [newest] = (await list()).items;
    expect(await test.call(contract.readEvidence, { params: { id: newest!.id } })).toMatchObject({
      markdown: '# Good',
      keyIds: ['ci'],
      statement: expect.stringContaining('"built": "here"'),
    });
    const lost = { ...sent, attachments: [{ ...sent.attachments[0], path: 'tmp/none.txt' }] };
    expect((await attach(lost)).status).toBe(400);
  });

  it('answers the query of existing clients', async () => {
    const { totalCount, edges } = await search(
      'downloadPath predicateType predicateSlug predicate verified createdBy createdAt subject { sha256 } signingKey {alias, publicKey} attachments { name sha256 type downloadPath }',
    );
    expect(totalCount).toBe(edges.length);
    expect(edges[0]!.node).toMatchObject({
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: { built: 'here' },
      verified: true,
      subject: { sha256: subject },
      signingKey: { alias: 'laptop', publicKey: pairs.ed25519.pem },
      attachments: [{ name: 'report.txt', type: 'text/plain' }],
    });
    await expect(search('unknown')).rejects.toMatchObject({ status: 400 });
    await expect(search('name', { name: 'none.bin' })).rejects.toMatchObject({ status: 404 });
    expect(await search('name', { name: 'b.bin' })).toMatchObject({ totalCount: 0 });
    const version = await fetch(`${test.baseUrl}/evidence/api/v1/system/version`, { headers: test.headersOf('reader') });
    expect(await version.text()).toMatch(/^7\.\d+\.\d+$/);
    expect(await test.call(contract.evidenceConfig, {}, { as: 'reader' })).toEqual({ external_evidence_collection_supported: false });
  });

  it('keeps a bundle with a certificate, and does not judge it', async () => {
    const bundle = {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { certificate: { rawBytes: 'AAAA' } },
      dsseEnvelope: envelope(subject, stranger),
    };
    expect((await attach(bundle)).status).toBe(201);
    expect((await list()).items[0]).toMatchObject({ verdict: 'certificate', name: 'bundle.sigstore.json' });
  });

  it('goes when it is deleted, comes back with its file, and takes no other file for itself', async () => {
    const [newest] = (await list()).items;
    await test.call(contract.deleteEvidence, { params: { id: newest!.id } });
    const gone = async () => !(await list()).items.some(({ id }) => id === newest!.id);
    expect(await gone()).toBe(true);
    const path = newest!.downloadPath.slice('files/'.length);
    await test.call(restoreArtifact, { body: { repoKey: 'auto-trashcan', path: `files/${path}` } });
    expect(await gone()).toBe(false);
    await test.ask(`files/${path}`, { method: 'DELETE' });
    await test.put(`files/${path}`, 'something else');
    expect(await gone()).toBe(true);
  });
});
