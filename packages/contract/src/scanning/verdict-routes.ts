// What is known to be vulnerable in what consists of several files: runs of builds and versions of release bundles.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { Vulnerabilities } from '../repositories/package-graphql.ts';
import { route } from '../route.ts';
import { Judged } from './scanning-routes.ts';

const base = `${prefixes.consoleApi}/xray/ui/verdict`;
const name = z.string().min(1).max(300);

/** What scans and advisories say of several files together. */
export const FilesVerdict = z.object({
  files: z.int(),
  /** Those of them that were read here, or are packages that advisories can be asked about by name and version. */
  known: z.int(),
  /** By severity, each vulnerability once in however many files it is; null where nothing is known of any file. */
  vulnerabilities: Vulnerabilities.nullable(),
  /** By which sources they were judged, and what was not. */
  judged: z.array(Judged),
});
export type FilesVerdict = z.output<typeof FilesVerdict>;

export const readBuildVerdict = route('readBuildVerdict', {
  summary:
    'What is known to be vulnerable in what a run of a build made and used, by which sources, and of how many files; files that the caller may not read count by their names',
  method: 'GET',
  url: `${base}/build`,
  access: 'visitor',
  query: z.object({ name, number: name, project: z.string().max(100).optional() }),
  reply: FilesVerdict,
});

export const readReleaseBundleVerdict = route('readReleaseBundleVerdict', {
  summary:
    'What is known to be vulnerable in the files of a version of a release bundle, by which sources, and of how many files; nothing of files that the caller may not read',
  method: 'GET',
  url: `${base}/release_bundle`,
  access: 'visitor',
  query: z.object({ name, version: name }),
  reply: FilesVerdict,
});
