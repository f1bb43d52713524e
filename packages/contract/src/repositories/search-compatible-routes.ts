// Questions of existing clients about what is stored.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { looseQuery } from '../loose-query.ts';
import { prefixes } from '../prefixes.ts';
import { json, type Route, route, type Stream, stream } from '../route.ts';

const search = `${prefixes.repositories}/api/search`;

function question<const Names extends readonly string[]>(name: string, summary: string, words: Names, reply: Stream = json()) {
  return route(`search${name[0]!.toUpperCase()}${name.slice(1)}`, {
    summary,
    method: 'GET',
    url: `${search}/${name}`,
    access: 'visitor',
    query: looseQuery('repos', ...words),
    reply,
    compatible: { provenBy: [proofs.search] },
  });
}

/** By the word that stands in the address. */
export const criteriaSearches = {
  prop: question('prop', 'Items by their properties, which stand in the query', []),
  checksum: question('checksum', 'Files by a checksum', ['sha256', 'sha1', 'md5']),
  artifact: question('artifact', 'Files by a part of their name', ['name']),
  gavc: question('gavc', 'Files by the coordinates of Maven', ['g', 'a', 'v', 'c']),
} as const satisfies Record<string, Route>;

export const searchPattern = question('pattern', 'Files whose path matches a pattern', ['pattern']);

/** By the word that stands in the address. */
export const rarerSearches = {
  creation: question('creation', 'Files created in a span of time', ['from', 'to']),
  usage: question('usage', 'Files that nobody has downloaded for long', ['notUsedSince', 'createdBefore']),
  dates: question('dates', 'Files by one of their dates', ['dateFields', 'from', 'to']),
  versions: question('versions', 'Versions of a Maven artifact', ['g', 'a', 'v']),
  archive: question('archive', 'What is inside archives', ['name']),
  dependency: question('dependency', 'Builds that used a file', ['sha1']),
  badChecksum: question('badChecksum', 'Files whose checksum differs from what their client said; none is ever stored', ['type']),
  latestVersion: question('latestVersion', 'The latest version of a Maven artifact, as text', ['g', 'a', 'v'], stream('text/plain')),
} as const satisfies Record<string, Route>;

export const BuildArtifacts = z.object({ buildName: z.string().min(1), buildNumber: z.string().min(1), repos: z.array(z.string()).default([]) });

export const searchBuildArtifacts = route('searchBuildArtifacts', {
  summary: 'Addresses of what a build made',
  method: 'POST',
  url: `${search}/buildArtifacts`,
  access: 'visitor',
  body: json(BuildArtifacts),
  reply: json(z.object({ results: z.array(z.object({ downloadUri: z.string() })) })),
  compatible: { provenBy: [proofs.search] },
});

export const searchAql = route('searchAql', {
  summary: 'The query language of existing clients',
  method: 'POST',
  url: `${search}/aql`,
  access: 'visitor',
  body: stream('text/plain'),
  reply: json(),
  compatible: {
    lacks: 'the shapes that clients send',
    note:
      'repeated keys too; `archive.entry` by `name` and `path`, with three characters in a row in one of them; `release_artifact.release` by `name` and `version`, ' +
      'of signed release bundles that the caller may read',
    provenBy: [proofs.aql, proofs.aqlSearch, proofs.aqlArchives, proofs.aqlReleaseBundles, proofs.commandLine, proofs.nodeLibrary],
  },
});
