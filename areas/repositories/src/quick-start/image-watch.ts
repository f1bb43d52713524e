import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { artifactGeneral } from '@packhouse/contract/repositories/artifact-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { pollInterval } from './quick-start.ts';

/**
 * Asks for a file until it is there. Not found means not yet; any other failure ends the asking, quietly.
 * Asking stops with the component.
 */
export function useImageWatch(file: { repoKey: string; path: string; type: 'file' }, enabled: boolean): boolean {
  const result = useQuery({
    queryKey: [artifactGeneral.name, file],
    queryFn: ({ signal }) => call(artifactGeneral, { body: file }, { signal }),
    enabled,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.data !== undefined) return false;
      return state.error === null || (isApiError(state.error) && state.error.status === 404) ? pollInterval : false;
    },
    // A terminal stands in front of this window while the image is pushed.
    refetchIntervalInBackground: true,
  });
  return result.data !== undefined;
}
