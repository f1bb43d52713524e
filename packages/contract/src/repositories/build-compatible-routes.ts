// Build tools publish and ask this.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const builds = `${prefixes.repositories}/api/build`;
const shared = { access: 'handler' } as const;
const published = { provenBy: [proofs.builds] };
const kept = { provenBy: [proofs.buildUpkeep, proofs.commandLine] };
const runQuery = looseQuery('project', 'started', 'buildRepo');

export const listBuildNames = route('listBuildNames', {
  ...shared,
  summary: 'Names of builds, with their last run',
  method: 'GET',
  url: builds,
  query: looseQuery('project'),
  reply: json(z.object({ uri: z.string(), builds: z.array(z.object({ uri: z.string(), lastStarted: z.string() })) })),
  compatible: published,
});

export const readPublishedBuild = route('readPublishedBuild', {
  ...shared,
  summary: 'Runs of a build, or the document of one run where its number follows the name',
  method: 'GET',
  url: `${builds}/*build`,
  query: runQuery,
  reply: json(),
  compatible: { lacks: '`diff` is ignored: runs are compared in the console', provenBy: [proofs.builds] },
});

export const listBuildArtifacts = route('listBuildArtifacts', {
  ...shared,
  summary: 'Files that a run made: name, number and repository of build documents stand in the path',
  method: 'GET',
  url: `${prefixes.repositories}/api/builds/buildArtifacts/*build`,
  reply: json(z.array(z.object({ repo: z.string(), path: z.string(), name: z.string() }))),
  compatible: published,
});

export const publishBuildDocument = route('publishBuildDocument', {
  ...shared,
  summary: 'Publish the document of a run',
  method: 'PUT',
  url: builds,
  query: looseQuery('project'),
  body: json(),
  reply: z.void(),
  compatible: { note: '204 with `X-Checksum-Sha256`; the repository of build documents too', provenBy: [proofs.commandLine, proofs.builds] },
});

export const appendToBuild = route('appendToBuild', {
  ...shared,
  summary: 'Add modules to a published run',
  method: 'POST',
  url: `${builds}/append/*build`,
  query: runQuery,
  body: json(),
  reply: z.void(),
  compatible: published,
});

export const promotePublishedBuild = route('promotePublishedBuild', {
  ...shared,
  summary: 'Promote a run: mark it, and copy or move its files',
  method: 'POST',
  url: `${builds}/promote/*build`,
  query: runQuery,
  body: json(),
  reply: json(z.object({ messages: z.array(z.object({ level: z.string(), message: z.string() })) })),
  compatible: { note: 'a promotion brings all files or none unless `failFast` is off', provenBy: kept.provenBy },
});

export const discardOldBuilds = route('discardOldBuilds', {
  ...shared,
  summary: 'Delete runs that a rule does not keep',
  method: 'POST',
  url: `${builds}/retention/*build`,
  query: looseQuery('project'),
  body: json(),
  reply: z.void(),
  compatible: kept,
});

export const BuildDeletion = z.looseObject({
  buildName: z.string().min(1),
  project: z.string().nullish(),
  buildNumbers: z.array(z.string()).nullish(),
  deleteArtifacts: z.boolean().nullish(),
  deleteAll: z.boolean().nullish(),
});

export const deleteListedBuildRuns = route('deleteListedBuildRuns', {
  ...shared,
  summary: 'Delete runs that the body names',
  method: 'POST',
  url: `${builds}/delete`,
  body: json(BuildDeletion),
  reply: stream('text/plain'),
  compatible: kept,
});

export const deleteNamedBuild = route('deleteNamedBuild', {
  ...shared,
  summary: 'Delete runs that the query names, or all',
  method: 'DELETE',
  url: `${builds}/*build`,
  query: looseQuery('project', 'buildNumbers', 'artifacts', 'deleteAll'),
  reply: stream('text/plain'),
  compatible: kept,
});
