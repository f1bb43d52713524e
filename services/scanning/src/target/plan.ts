import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import type { LeadFile } from '@packhouse/kernel/platform.ts';

/** What is to be done for a version: its file is read, or it is known what there is to know. */
export type Plan = { read: 'image' | 'archive' } | { state: Extract<ScanState, 'scanned' | 'not supported'>; reason?: string };

/** Java archives, whose inside says which libraries were packed into them. */
const javaArchive = /\.(?:jar|war|ear|aar)$/i;
const anyArchive = /\.(?:zip|jar|war|ear|whl|tar|tgz|tar\.(?:gz|xz|zst))$/i;

/** How a version of each format is scanned. */
export function planOf({ format, path }: Pick<LeadFile, 'format' | 'path'>): Plan {
  switch (format) {
    case 'docker':
      return { read: 'image' };
    case 'npm':
    case 'cargo':
      return { read: 'archive' };
    case 'maven':
    case 'gradle':
      return javaArchive.test(path) ? { read: 'archive' } : { state: 'scanned' };
    case 'pypi':
    case 'go':
    case 'gems':
    case 'nuget':
      return { state: 'scanned' };
    case 'generic':
      return anyArchive.test(path) ? { read: 'archive' } : { state: 'not supported', reason: 'It is no archive of a known kind' };
    case 'debian':
    case 'rpm':
    case 'alpine':
      return { state: 'not supported', reason: 'A package alone does not say which distribution it belongs to, so no advisories can be matched' };
    default:
      return { state: 'not supported', reason: `There are no advisories about packages of the format ${format}` };
  }
}
