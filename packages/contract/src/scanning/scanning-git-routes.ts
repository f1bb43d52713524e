import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';

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

export const GitPlace = z.object({
  integration: z.string(),
  repository: z.string(),
  ref: z.string(),
  commit: z.string(),
  path: z.string(),
  /** From 1; null where nobody can say. */
  line: z.int().nullable(),
  name: z.string(),
  version: z.string(),
  vulnerabilities: z.int(),
});
export type GitPlace = z.output<typeof GitPlace>;

export const ArtifactPlace = z.object({ repository: z.string(), path: z.string(), name: z.string(), version: z.string(), vulnerabilities: z.int() });
export type ArtifactPlace = z.output<typeof ArtifactPlace>;

export const whereIsComponent = route('whereIsComponent', {
  summary: 'Where a component is: in artifacts that the caller may read and, for administrators, in repositories of source code',
  method: 'GET',
  url: `${ui}/where`,
  access: 'user',
  query: z.object({ name: z.string().trim().min(1).max(300), version: z.string().trim().max(100).optional() }),
  reply: z.object({
    artifacts: z.array(ArtifactPlace),
    repositories: z.array(GitPlace),
    /** There is more than an answer holds. */
    cut: z.boolean(),
  }),
});
