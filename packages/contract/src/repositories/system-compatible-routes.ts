// Whether the repositories are there, what they are, and what existing clients tell of themselves.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const provenBy = [proofs.commandLine, proofs.nodeLibrary];

export const pingRepositories = route('pingRepositories', {
  summary: 'Whether the repositories answer',
  method: 'GET',
  url: `${api}/system/ping`,
  tellsHealth: true,
  access: 'public',
  asksNobody: true,
  reply: stream('text/plain'),
  compatible: { provenBy },
});

export const readRepositoriesVersion = route('readRepositoriesVersion', {
  summary: 'The version that existing clients ask for before they use a call',
  method: 'GET',
  url: `${api}/system/version`,
  access: 'public',
  asksNobody: true,
  reply: z.object({ version: z.string(), revision: z.string(), addons: z.array(z.string()), license: z.string() }),
  compatible: { note: 'the version says which calls a client makes', provenBy },
});

export const readRepositoriesStatus = route('readRepositoriesStatus', {
  summary: 'Whether the nodes run',
  method: 'GET',
  url: `${api}/system/status`,
  access: 'public',
  reply: z.object({ nodes: z.array(z.object({ id: z.string(), state: z.string() })) }),
  compatible: { lacks: 'one node stands for all', provenBy: [] },
});

/** Clients wait for an answer to their reports of use after every command. */
const report = {
  summary: 'Takes a client’s report of its use and throws it away',
  method: 'POST',
  access: 'user',
  body: json(),
  reply: stream('text/plain'),
  compatible: { note: 'answered and thrown away', provenBy },
} as const;
export const reportUsage = route('reportUsage', { ...report, url: `${api}/system/usage` });
export const reportMetrics = route('reportMetrics', { ...report, url: '/jfconnect/api/v1/backoffice/metrics/log' });

export const readNpmSettings = route('readNpmSettings', {
  summary: 'The caller’s own credentials as lines for npm’s settings',
  method: 'GET',
  url: `${api}/npm/auth`,
  access: 'user',
  reply: stream('text/plain'),
  compatible: { provenBy: [proofs.aqlSearch] },
});

export const readUploadSettings = route('readUploadSettings', {
  summary: 'Whether large files may come in parts',
  method: 'GET',
  url: `${api}/v1/uploads/config`,
  access: 'public',
  reply: z.object({ supported: z.literal(false) }),
  compatible: { note: '`supported: false`: large files come in one piece', provenBy: [proofs.commandLine] },
});
