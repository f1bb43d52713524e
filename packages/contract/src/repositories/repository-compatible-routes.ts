// Repositories as existing clients list, create and change them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const url = `${prefixes.repositories}/api/repositories`;
const batch = `${prefixes.repositories}/api/v2/repositories/batch`;
const provenBy = [proofs.commandLine, proofs.repositories, proofs.repositoryFields];
const shared = { access: 'handler', compatible: { provenBy } } as const;

export const listNamedRepositories = route('listNamedRepositories', {
  ...shared,
  summary: 'Repositories that the caller may see',
  method: 'GET',
  url,
  query: looseQuery('type', 'packageType', 'project'),
  reply: json(z.array(z.object({ key: z.string(), description: z.string(), type: z.string(), url: z.string().optional(), packageType: z.string() }))),
});

export const readRepositoryConfig = route('readRepositoryConfig', {
  ...shared,
  summary: 'The configuration of a repository',
  method: 'GET',
  alsoMethods: ['HEAD'],
  url: `${url}/:key`,
  reply: json(),
  compatible: { note: '400 for an unknown key', provenBy },
});

const note =
  'a value that is not served is refused by name. Clients write some fields unasked, so that these are taken without effect: `pomRepositoryReferencesCleanupPolicy` ' +
  '(poms stay as they are), `calculateYumMetadata` and `enableFileListsIndexing` (listings are always made, file lists too), ' +
  '`artifactoryRequestsCanRetrieveRemoteArtifacts`, `debianDefaultArchitectures` (all that members hold is listed) and `virtualRetrievalCachePeriodSecs` ' +
  '(merged listings are made anew whenever a member changes)';

export const createRepositoryFromConfig = route('createRepositoryFromConfig', {
  ...shared,
  compatible: { note, provenBy },
  summary: 'Create a repository',
  method: 'PUT',
  url: `${url}/:key`,
  body: json(),
  reply: stream('text/plain'),
});

export const changeRepositoryFromConfig = route('changeRepositoryFromConfig', {
  ...shared,
  compatible: { note, provenBy },
  summary: 'Change a repository',
  method: 'POST',
  url: `${url}/:key`,
  body: json(),
  reply: stream('text/plain'),
});

export const removeRepositoryByKey = route('removeRepositoryByKey', {
  ...shared,
  summary: 'Delete a repository with all that is in it',
  method: 'DELETE',
  url: `${url}/:key`,
  query: looseQuery('force'),
  reply: stream('text/plain'),
});

export const createRepositoryBatch = route('createRepositoryBatch', {
  summary: 'Create several repositories',
  method: 'PUT',
  url: batch,
  access: 'administrator',
  body: json(),
  reply: stream('text/plain'),
  status: 201,
  compatible: { provenBy },
});

export const changeRepositoryBatch = route('changeRepositoryBatch', {
  summary: 'Change several repositories',
  method: 'POST',
  url: batch,
  access: 'administrator',
  body: json(),
  reply: stream('text/plain'),
  compatible: { provenBy },
});
