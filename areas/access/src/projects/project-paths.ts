import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { useParams, useSearchParams } from 'react-router';

export const projectListPath = '/admin/projects/list';
/** Where administrators find what every project has. */
export const globalPath = (part: 'roles' | 'environments') => `/admin/projects/${part}`;
export const newProjectPath = '/admin/projects/new';

export const projectTabs = ['general', 'members', 'groups', 'roles', 'repositories', 'environments'] as const;
export type ProjectTab = (typeof projectTabs)[number];

/** Where administrators find a part of a project. */
export function projectPath(key: string, tab: ProjectTab = 'general'): string {
  return `/admin/projects/${encodeURIComponent(key)}/${tab}`;
}

/** The project that a page is about: named in its address, or the one chosen for the whole console. */
export function useProjectKey(): { key: string; isAdministration: boolean } {
  const { key } = useParams();
  const [query] = useSearchParams();
  const { projectKey } = useSession();
  return { key: key ?? query.get('projectKey') ?? projectKey ?? '', isAdministration: key !== undefined };
}
