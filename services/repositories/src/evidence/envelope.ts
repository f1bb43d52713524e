import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { evidenceWords } from '@packhouse/contract/repositories/evidence-words.ts';
import { z } from 'zod';
import { parseJson } from '../reading/request-body.ts';

/*
 * Envelopes that carry what was signed, and statements about content within them.
 * https://github.com/secure-systems-lab/dsse/blob/master/envelope.md
 * https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
 */

const Base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);

const Envelope = z.object({
  payload: Base64.min(1),
  payloadType: z.literal('application/vnd.in-toto+json'),
  signatures: z
    .array(z.object({ keyid: z.string().max(500).nullish(), sig: Base64.min(1) }))
    .min(1)
    .max(10),
});
type Envelope = z.output<typeof Envelope>;

/** Statements of version 0.1 and 1 differ in nothing that is read here. */
const Statement = z.looseObject({
  _type: z.string().regex(/^https:\/\/in-toto\.io\/Statement\/v(?:0\.1|1)$/),
  subject: z
    .array(z.looseObject({ digest: z.record(z.string(), z.string()) }))
    .min(1)
    .max(1000),
  predicateType: z.string().min(1).max(500),
  markdown: z.string().optional(),
  attachments: z
    .array(z.object({ name: z.string().min(1).max(255), sha256: z.string().regex(/^[0-9a-f]{64}$/), type: z.string().max(200).optional() }))
    .max(10)
    .optional(),
});

const SentEnclosure = z.object({ repository: z.string().min(1).max(100), path: z.string().min(1).max(1100), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type SentEnclosure = z.output<typeof SentEnclosure>;

/** What a client sent, taken apart. */
export interface ReadEvidence {
  envelope: Envelope;
  statement: z.output<typeof Statement>;
  /** A certificate speaks for the key instead of a list of trusted ones: a Sigstore bundle. */
  certified: boolean;
  /** What is kept, byte for byte what `sha256` is of: the envelope or the bundle, without what only told where attachments are. */
  kept: Buffer;
  attachments: readonly SentEnclosure[];
}

function findEnvelope(sent: object): { envelope: unknown; certified: boolean } {
  const { dsseEnvelope, verificationMaterial } = sent as { dsseEnvelope?: unknown; verificationMaterial?: { publicKey?: unknown } };
  if (dsseEnvelope === undefined) return { envelope: sent, certified: false };
  return { envelope: dsseEnvelope, certified: verificationMaterial?.publicKey === undefined };
}

/** Takes evidence apart. @throws AppError `bad_request` for what is none */
export function readEvidence(bytes: Buffer): ReadEvidence {
  const sent = z.record(z.string(), z.unknown()).safeParse(parseJson(bytes));
  if (!sent.success) throw new AppError(evidenceWords.evidence_is_no_envelope);
  const { attachments = [], ...rest } = sent.data;
  const { envelope: found, certified } = findEnvelope(rest);
  const envelope = Envelope.safeParse(found);
  const listed = z.array(SentEnclosure).max(10).safeParse(attachments);
  if (!envelope.success || !listed.success) throw new AppError(evidenceWords.evidence_is_no_envelope);
  return {
    envelope: envelope.data,
    statement: readStatement(envelope.data),
    certified,
    kept: 'attachments' in sent.data ? Buffer.from(JSON.stringify(rest)) : bytes,
    attachments: listed.data,
  };
}

function readStatement({ payload }: Envelope): z.output<typeof Statement> {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  } catch {
    throw new AppError(evidenceWords.evidence_is_no_statement);
  }
  const statement = Statement.safeParse(document);
  if (!statement.success || !('predicate' in statement.data)) throw new AppError(evidenceWords.evidence_is_no_statement);
  return statement.data;
}

/** What is signed: type and payload with their lengths, so that neither can be taken for a part of the other. */
function toBeSigned({ payloadType, payload }: Envelope): Buffer {
  const body = Buffer.from(payload, 'base64');
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${body.length} `), body]);
}

const hashOf = (key: KeyObject): string | null => {
  if (key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448') return null;
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (namedCurve === 'secp384r1') return 'sha384';
  return namedCurve === 'secp521r1' ? 'sha512' : 'sha256';
};

function fits(key: KeyObject, content: Buffer, signature: Buffer): boolean {
  try {
    return verify(hashOf(key), content, key, signature);
  } catch {
    // A signature that cannot even be read as one of this kind of key.
    return false;
  }
}

/** Finds the key that made one of the signatures; the keys that the envelope names are tried first. */
export function findSigningKey<Key extends { name: string; public_key: string }>(envelope: Envelope, keys: readonly Key[]): Key | undefined {
  const content = toBeSigned(envelope);
  const named = new Set(envelope.signatures.map(({ keyid }) => keyid));
  const ordered = [...keys].sort((a, b) => Number(named.has(b.name)) - Number(named.has(a.name)));
  return ordered.find(({ public_key: publicKey }) => {
    const key = createPublicKey(publicKey);
    return envelope.signatures.some(({ sig }) => fits(key, content, Buffer.from(sig, 'base64')));
  });
}
