// Documents in which others say how it stands with vulnerabilities in their products (VEX), and whose are acted on.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { largeJson, route, stream } from '../route.ts';
import { policyRules } from './policy-words.ts';
import { vexFormats, vexStatuses } from './vex.ts';

const base = `${prefixes.consoleApi}/xray/ui/vex`;

/** Bytes of a document at most. */
export const largestVexDocument = 8 * 1024 * 1024;

export const VexDocument = z.object({
  id: z.uuid(),
  format: z.enum(vexFormats),
  /** As its issuer calls it, and its version. */
  document: z.string(),
  version: z.string(),
  issued: z.iso.datetime(),
  issuer: z.string(),
  /** An administrator trusts the issuer, so that the document is acted on. */
  trusted: z.boolean(),
  title: z.string(),
  /** It says something of what lies in repositories of this project alone. */
  project_key: z.string().optional(),
  /** Who brought it here, and when. */
  author: z.string(),
  created: z.iso.datetime(),
  statements: z.int(),
  products: z.int(),
  /** Of its products so many are named in a way that says nothing here: they are told, and nothing is done about them. */
  unknown_products: z.int(),
  /** Findings here that it says something of. */
  touched: z.int(),
});
export type VexDocument = z.output<typeof VexDocument>;

const page = {
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
const project = { projectKey: z.string().min(1).max(64).optional() };
const params = z.object({ id: z.uuid() });

export const listVexDocuments = route('listVexDocuments', {
  summary: 'VEX documents, the newest first: all of them for those who keep policies, those of their projects for project administrators',
  method: 'GET',
  url: `${base}/documents`,
  access: 'user',
  query: z.object({ ...project, ...page }),
  reply: z.object({ items: z.array(VexDocument), total: z.int(), next: z.string().nullable() }),
});

/** Address to which a document is sent. */
export const vexDocumentsPath = `${base}/documents`;

export const importVexDocument = route('importVexDocument', {
  summary:
    'Takes a VEX document (OpenVEX, CycloneDX or CSAF, as JSON up to 8 MB): for all repositories, or for those of a project. A newer version of a document takes its place',
  method: 'POST',
  url: vexDocumentsPath,
  access: 'user',
  query: z.object(project),
  body: largeJson(z.looseObject({})),
  reply: VexDocument,
  status: 201,
});

export const getVexDocument = route('getVexDocument', {
  summary: 'One VEX document',
  method: 'GET',
  url: `${base}/documents/:id`,
  access: 'user',
  params,
  reply: VexDocument,
});

/** Address of a document as it came. */
export const vexOriginalPath = (id: string) => `${base}/documents/${id}/original`;

export const downloadVexDocument = route('downloadVexDocument', {
  summary: 'A VEX document as it came',
  method: 'GET',
  url: vexOriginalPath(':id'),
  access: 'user',
  params,
  reply: stream('application/json'),
});

export const deleteVexDocument = route('deleteVexDocument', {
  summary: 'Deletes a VEX document: what it took out counts again',
  method: 'DELETE',
  url: `${base}/documents/:id`,
  access: 'user',
  params,
  reply: z.void(),
  status: 204,
});

export const VexStatement = z.object({
  position: z.int(),
  /** The vulnerability by all its names, the first of which is its own. */
  names: z.array(z.string()),
  status: z.enum(vexStatuses),
  justification: z.string().nullable(),
  impact: z.string(),
  action: z.string(),
  at: z.iso.datetime(),
  products: z.array(
    z.object({
      name: z.string(),
      /** The product that it is a part of. */
      within: z.string().nullable(),
      /** It says nothing here. */
      unknown: z.boolean(),
    }),
  ),
  /** It takes findings out at this moment. */
  acted_on: z.boolean(),
});
export type VexStatement = z.output<typeof VexStatement>;

export const listVexStatements = route('listVexStatements', {
  summary: 'What a VEX document says',
  method: 'GET',
  url: `${base}/documents/:id/statements`,
  access: 'user',
  params,
  query: z.object(page),
  reply: z.object({ items: z.array(VexStatement), total: z.int(), next: z.string().nullable() }),
});

export const VexIssuer = z.object({
  name: z.string(),
  trusted: z.boolean(),
  trusted_by: z.string().nullable(),
  trusted_at: z.iso.datetime().nullable(),
  documents: z.int(),
});
export type VexIssuer = z.output<typeof VexIssuer>;

/** The name of an issuer, as it stands in documents. */
export const IssuerName = z.strictObject({ name: z.string().trim().min(1, policyRules.name_it.en).max(1000) });

export const listVexIssuers = route('listVexIssuers', {
  summary: 'Who issued VEX documents that are here, and who is trusted',
  method: 'GET',
  url: `${base}/issuers`,
  access: 'administrator',
  reply: z.object({ items: z.array(VexIssuer) }),
});

export const trustVexIssuer = route('trustVexIssuer', {
  summary: 'Trusts an issuer of VEX documents, by the name that stands in these: what they call not affected or fixed counts no longer',
  method: 'POST',
  url: `${base}/issuers`,
  access: 'administrator',
  body: IssuerName,
  reply: VexIssuer,
  status: 201,
});

export const distrustVexIssuer = route('distrustVexIssuer', {
  summary: 'Trusts an issuer of VEX documents no longer: what these took out counts again',
  method: 'POST',
  url: `${base}/issuers/distrust`,
  access: 'administrator',
  body: IssuerName,
  reply: z.void(),
  status: 204,
});
