import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails } from '@packhouse/contract/repositories/artifact-routes.ts';

/** The innermost folder around a place that is still there: a folder goes with its last file. Empty for the repository itself. */
export async function folderLeft(repoKey: string, path: string): Promise<string> {
  for (let folder = path; folder.includes('/'); ) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    try {
      await call(artifactDetails, { query: { repoKey, path: folder } });
      return folder;
    } catch (error) {
      // Whatever else went wrong, the page there says so.
      if (!isApiError(error) || error.status !== 404) return folder;
    }
  }
  return '';
}
