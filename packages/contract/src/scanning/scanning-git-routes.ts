import { z } from 'zod';
import { JudgedBy } from '../judged-by.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { vendorNames } from './integration-routes.ts';

const ui = `${prefixes.consoleApi}/xray/ui`;

/** Bytes of a vendor's message. */
export const largestHook = 25 * 1024 * 1024;

export const receiveGitHook = route('receiveGitHook', {
  summary: 'Takes the message of a vendor of source control: a hint to look, which proves where it comes from',
  method: 'POST',
  url: `${prefixes.scanning}/api/v1/incoming/git/:key`,
  access: 'public',
  params: z.object({ key: z.string().min(1).max(200) }),
  body: stream('application/json'),
  status: 202,
  reply: z.object({}),
});

export const scanGitRepository = route('scanGitRepository', {
  summary: 'Has a repository of source code looked at now',
  method: 'POST',
  url: `${ui}/vcs_integrations/:integrationId/repositories/:id/scan`,
  access: 'administrator',
  params: z.object({ integrationId: z.string().min(1).max(200), id: z.coerce.number().int() }),
  status: 202,
  reply: z.object({}),
});

export const scanGitIntegration = route('scanGitIntegration', {
  summary: 'Has all chosen repositories of a connection looked at now',
  method: 'POST',
  url: `${ui}/vcs_integrations/:integrationId/scan`,
  access: 'administrator',
  params: z.object({ integrationId: z.string().min(1).max(200) }),
  status: 202,
  reply: z.object({ repositories: z.int() }),
});

export const GitPlace = z.object({
  integration: z.string(),
  vendorName: z.enum(vendorNames),
  repository: z.string(),
  /** Its branch. */
  ref: z.string(),
  commit: z.string(),
  path: z.string(),
  /** From 1; null where nobody can say. */
  line: z.int().nullable(),
  name: z.string(),
  version: z.string(),
  vulnerabilities: z.int(),
  /** Where no source stands for its kind, no vulnerabilities mean nothing. */
  judgedBy: JudgedBy,
});
export type GitPlace = z.output<typeof GitPlace>;

export const ArtifactPlace = z.object({
  repository: z.string(),
  path: z.string(),
  name: z.string(),
  version: z.string(),
  /** Where in the artifact it was found; '' for the artifact itself. */
  location: z.string(),
  vulnerabilities: z.int(),
  judgedBy: JudgedBy,
});
export type ArtifactPlace = z.output<typeof ArtifactPlace>;

export const whereIsComponent = route('whereIsComponent', {
  summary: 'Where a component is: in artifacts that the caller may read and, for administrators, in repositories of source code',
  method: 'GET',
  url: `${ui}/where`,
  access: 'user',
  /** `name` may be a package URL, with or without its version. */
  query: z.object({ name: z.string().trim().min(1).max(300), version: z.string().trim().min(1).max(100).optional() }),
  reply: z.object({
    /** As it was understood. */
    asked: z.object({ name: z.string(), version: z.string().nullable(), ecosystem: z.string().nullable() }),
    artifacts: z.array(ArtifactPlace),
    repositories: z.array(GitPlace),
    /** There is more than an answer holds. */
    cut: z.boolean(),
  }),
});
