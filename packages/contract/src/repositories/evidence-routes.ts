import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';
import { GraphqlRequest } from './package-routes.ts';

/** Evidence: signed statements about content, by its checksum. https://github.com/in-toto/attestation/blob/main/spec/v1/README.md */

const provenBy = [proofs.evidence];

const Attachment = z.object({ name: z.string(), sha256: z.string(), type: z.string().nullable(), downloadPath: z.string() });

/** Whether a signature was made with a key that is trusted here, as of now. */
const Verdict = z.enum(['verified', 'unknown_key', 'certificate']);

/** A signed statement about a file's content. It is found wherever that content is. */
export const Evidence = z.object({
  id: z.string(),
  /** Where the envelope is kept, below the repositories' address. */
  downloadPath: z.string(),
  name: z.string(),
  sha256: z.string(),
  predicateType: z.string(),
  /** Which sort of statement it is, where its type is a known one. */
  category: z.string(),
  verdict: Verdict,
  /** Name of the trusted key that made the signature. */
  signedBy: z.string().nullable(),
  /** Names the tool that made it, where one said so. */
  provider: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  attachments: z.array(Attachment),
  /** The caller may delete it. */
  deletable: z.boolean(),
});
export type Evidence = z.output<typeof Evidence>;

const Subject = z.object({ repoKey: z.string().min(1).max(100), path: z.string().min(1).max(1100) });

export const listEvidence = route('listEvidence', {
  summary: 'Evidence about a file, newest first',
  method: 'GET',
  url: `${prefixes.consoleUi}/evidence`,
  access: 'resource',
  query: Subject,
  reply: z.object({ items: z.array(Evidence), attachable: z.boolean() }),
});

const One = z.object({ id: z.string().regex(/^\d{1,18}$/) });

export const readEvidence = route('readEvidence', {
  summary: 'What a piece of evidence states',
  method: 'GET',
  url: `${prefixes.consoleUi}/evidence/:id`,
  access: 'resource',
  params: One,
  reply: z.object({
    /** The statement that is signed, indented. */
    statement: z.string(),
    /** What its maker wrote for people. */
    markdown: z.string().nullable(),
    /** Names of the keys that the envelope gives, as it gives them. */
    keyIds: z.array(z.string()),
  }),
});

export const deleteEvidence = route('deleteEvidence', {
  summary: 'Delete a piece of evidence with its attachments',
  method: 'DELETE',
  url: `${prefixes.consoleUi}/evidence/:id`,
  access: 'resource',
  params: One,
  reply: z.void(),
});

/** What clients are answered about the evidence that they attached. */
const AttachedEvidence = z.object({
  repository: z.string(),
  path: z.string(),
  name: z.string(),
  uri: z.string(),
  sha256: z.string(),
  predicate_category: z.string(),
  predicate_type: z.string(),
  predicate_slug: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  verified: z.boolean(),
  provider_id: z.string(),
  attachments: z.array(z.object({ name: z.string(), sha256: z.string(), type: z.string().optional(), download_path: z.string() })),
});

export const attachEvidence = route('attachEvidence', {
  summary: 'Attach a signed statement to a file: a DSSE envelope, or a Sigstore bundle',
  method: 'POST',
  url: `${prefixes.evidence}/api/v1/subject/*subject`,
  access: 'resource',
  query: z.object({ providerId: z.string().max(100).optional() }),
  body: json(),
  reply: AttachedEvidence,
  status: 201,
  compatible: { provenBy, note: 'signatures by certificates are kept, and not judged' },
});

export const evidenceVersion = route('evidenceVersion', {
  summary: 'Version of the service that keeps evidence',
  method: 'GET',
  url: `${prefixes.evidence}/api/v1/system/version`,
  access: 'visitor',
  reply: stream('text/plain'),
  compatible: { provenBy },
});

export const evidenceConfig = route('evidenceConfig', {
  summary: 'Whether evidence is gathered from elsewhere',
  method: 'GET',
  url: `${prefixes.evidence}/api/v1/config/`,
  access: 'visitor',
  reply: z.object({ external_evidence_collection_supported: z.boolean() }),
  compatible: { provenBy },
});

export const queryEvidence = route('queryEvidence', {
  summary: 'Evidence about a file, in GraphQL',
  method: 'POST',
  url: `${prefixes.queries}/api/v1/graphql`,
  access: 'resource',
  body: GraphqlRequest,
  reply: z.object({ data: z.record(z.string(), z.unknown()) }),
  compatible: { provenBy, lacks: '`evidence { searchEvidence }` only; the newest hundred of a file' },
});
