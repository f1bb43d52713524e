import { useSession } from '@packhouse/console-kit/console-kit.ts';

/** How much of the firewall somebody keeps: all of it, what is of the project that they chose, or nothing. */
export function useKeepsRules(): 'all' | 'project' | undefined {
  const { administrator, duties = [], managesProject } = useSession();
  if (administrator || duties.includes('policies')) return 'all';
  return managesProject ? 'project' : undefined;
}
