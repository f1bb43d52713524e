import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import SchemaBuilder from '@pothos/core';
import type { Context } from '../context.ts';
import { getFolder, getName } from '../storage/path.ts';
import { type FileItem, findSubject } from './attach-evidence.ts';
import { readVerdict, type SeenEvidence, seeAllEvidence, toEvidence } from './evidence-view.ts';
import { makeSlug } from './predicate.ts';

/** The resolvers work with this. */
export interface EvidenceContext {
  context: Context;
  actor: Actor;
}

interface Found {
  subject: FileItem;
  seen: SeenEvidence;
}

const builder = new SchemaBuilder<{ Context: EvidenceContext; DefaultFieldNullability: false; Scalars: { Document: { Input: unknown; Output: unknown } } }>({
  defaultFieldNullability: false,
});

builder.scalarType('Document', { description: 'Any JSON', serialize: (value) => value });

const SubjectRef = builder.objectRef<FileItem>('EvidenceSubject').implement({
  fields: (t) => ({
    sha256: t.string({ resolve: ({ artifact }) => artifact.sha256 }),
    repositoryKey: t.string({ resolve: ({ key }) => key }),
    path: t.string({ resolve: ({ path }) => getFolder(path) }),
    name: t.string({ resolve: ({ path }) => getName(path) }),
  }),
});
const SigningKeyRef = builder.objectRef<{ name: string; public_key: string }>('EvidenceSigningKey').implement({
  description: 'The trusted key that made a signature',
  fields: (t) => ({ alias: t.exposeString('name'), publicKey: t.exposeString('public_key') }),
});
const AttachmentRef = builder.objectRef<{ name: string; sha256: string; type: string | null; downloadPath: string }>('EvidenceAttachment').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    sha256: t.exposeString('sha256'),
    type: t.exposeString('type', { nullable: true }),
    downloadPath: t.exposeString('downloadPath'),
  }),
});

const EvidenceRef = builder.objectRef<Found>('Evidence').implement({
  description: 'A signed statement about the content of a file',
  fields: (t) => ({
    name: t.string({ resolve: ({ seen }) => getName(seen.row.path) }),
    path: t.string({ resolve: ({ seen }) => getFolder(seen.row.path) }),
    repositoryKey: t.string({ resolve: ({ seen }) => seen.repository.key }),
    downloadPath: t.string({ resolve: ({ seen }) => `${seen.repository.key}/${seen.row.path}` }),
    sha256: t.string({ resolve: ({ seen }) => seen.row.sha256 }),
    predicateType: t.string({ resolve: ({ seen }) => seen.row.predicate_type }),
    predicateCategory: t.string({ resolve: ({ seen }, _, { actor }) => toEvidence(actor, seen).category }),
    predicateSlug: t.string({ resolve: ({ seen }) => makeSlug(seen.row.predicate_type) }),
    predicate: t.field({ type: 'Document', nullable: true, resolve: ({ seen }) => seen.read.statement.predicate }),
    createdAt: t.string({ resolve: ({ seen }) => seen.row.created_at.toISOString() }),
    createdBy: t.string({ resolve: ({ seen }) => seen.row.created_by }),
    providerId: t.string({ resolve: ({ seen }) => seen.row.provider }),
    verified: t.boolean({ resolve: ({ seen }) => readVerdict(seen) === 'verified' }),
    subject: t.field({ type: SubjectRef, resolve: ({ subject }) => subject }),
    signingKey: t.field({ type: SigningKeyRef, nullable: true, resolve: ({ seen }) => seen.signer }),
    attachments: t.field({ type: [AttachmentRef], resolve: ({ seen }, _, { actor }) => toEvidence(actor, seen).attachments }),
  }),
});
const EdgeRef = builder.objectRef<Found>('EvidenceEdge').implement({
  fields: (t) => ({ cursor: t.string({ resolve: ({ seen }) => String(seen.row.id) }), node: t.field({ type: EvidenceRef, resolve: (found) => found }) }),
});
const ConnectionRef = builder.objectRef<readonly Found[]>('EvidenceConnection').implement({
  fields: (t) => ({ totalCount: t.int({ resolve: (all) => all.length }), edges: t.field({ type: [EdgeRef], resolve: (all) => [...all] }) }),
});

const SubjectInput = builder.inputType('EvidenceSubjectInput', {
  fields: (t) => ({ repositoryKey: t.string({ required: true }), path: t.string({ required: true }), name: t.string({ required: true }) }),
});
const WhereInput = builder.inputType('EvidenceWhere', { fields: (t) => ({ hasSubjectWith: t.field({ type: SubjectInput, required: true }) }) });

const QueriesRef = builder.objectRef<object>('EvidenceQueries').implement({
  fields: (t) => ({
    searchEvidence: t.field({
      type: ConnectionRef,
      args: { where: t.arg({ type: WhereInput, required: true }) },
      async resolve(_, { where: { hasSubjectWith: asked } }, { context, actor }) {
        const path = asked.path === '' || asked.path === '.' ? asked.name : `${asked.path}/${asked.name}`;
        const subject = await findSubject(context, actor, asked.repositoryKey, path);
        return (await seeAllEvidence(context, actor, subject.artifact.sha256)).map((seen) => ({ subject, seen }));
      },
    }),
  }),
});

builder.queryType({ fields: (t) => ({ evidence: t.field({ type: QueriesRef, resolve: () => ({}) }) }) });

export const evidenceSchema = builder.toSchema();
