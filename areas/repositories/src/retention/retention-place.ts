import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { useLocation } from 'react-router';
import { policyListPath, projectPolicyListPath } from './retention-screens.ts';

/** Where the policies are that somebody looks at: all of the platform, or those of the chosen project. */
export interface RetentionPlace {
  listPath: string;
  newPath: string;
  editPath: (id: number) => string;
  ofProject: string | undefined;
}

export function useRetentionPlace(): RetentionPlace {
  const { projectKey } = useSession();
  const isProject = useLocation().pathname.startsWith(projectPolicyListPath);
  const listPath = isProject ? projectPolicyListPath : policyListPath;
  return { listPath, newPath: `${listPath}/new`, editPath: (id) => `${listPath}/${id}`, ofProject: isProject ? projectKey : undefined };
}
