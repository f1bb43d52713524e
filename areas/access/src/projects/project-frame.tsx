import { Failure, isApiError, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listProjectRoles, type ProjectDetails, readProject } from '@packhouse/contract/access/access-project-routes.ts';
import { EmptyState, LinkButton, Page, RouteTabs, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type ProjectTab, projectListPath, projectPath, projectTabs } from './projects-screens.ts';
import { t } from './projects-words.ts';
import '../listing/listing.css';
import './projects.css';

export const projectCrumbs = (isAdministration: boolean) => (isAdministration ? [{ label: t('projects'), to: projectListPath }] : []);

/** The project that a page is about: named in its address, or the one chosen for the whole console. */
function useProjectKey(): { key: string; isAdministration: boolean } {
  const { key } = useParams();
  const [query] = useSearchParams();
  const { projectKey } = useSession();
  return { key: key ?? query.get('projectKey') ?? projectKey ?? '', isAdministration: key !== undefined };
}

/** The parts of a project, for administrators; under Project Settings the sidebar lists them. */
export function ProjectTabs({ projectKey, isAdministration }: { projectKey: string; isAdministration: boolean }) {
  const { services } = useSession();
  if (!isAdministration) return null;
  const shown = projectTabs.filter((tab) => tab !== 'trends' || 'insight' in services);
  return <RouteTabs label={t('parts')} tabs={shown.map((tab) => ({ to: projectPath(projectKey, tab), label: t(tab) }))} />;
}

/** Whether the server says that there is no such project, or no more. */
const isMissing = (error: Error | null) => isApiError(error) && error.code === 'project_not_found';

/** Says what of a project is not there or not to be seen. */
function Without({ projectKey, result }: { projectKey: string; result: { error: Error | null; refetch: () => unknown } }) {
  const { administrator } = useSession();
  if (projectKey === '')
    return <EmptyState icon="folder" title={t('chooseProject')} action={administrator && <LinkButton to={projectListPath}>{t('allProjects')}</LinkButton>} />;
  if (isMissing(result.error))
    return (
      <EmptyState icon="folder" title={t('noSuchProject', { key: projectKey })} action={<LinkButton to={projectListPath}>{t('allProjects')}</LinkButton>} />
    );
  if (result.error) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  return <Skeleton lines={8} height={20} />;
}

/** The project that the page is about, and what to show while there is none. */
export function useProject(tab: ProjectTab): { project: ProjectDetails; isAdministration: boolean } | { without: ReactNode } {
  const { key, isAdministration } = useProjectKey();
  const result = useQuery({ ...query(readProject, { params: { key } }), enabled: key !== '' });
  useLive(['access.project.'], readProject, listProjectRoles);
  if (result.data && result.data.key === key && !isMissing(result.error)) return { project: result.data, isAdministration };
  return {
    without: (
      <Page title={t(tab)} breadcrumb={projectCrumbs(isAdministration)} narrow>
        <Without projectKey={key} result={result} />
      </Page>
    ),
  };
}

interface ProjectFrameProps {
  project: ProjectDetails;
  isAdministration: boolean;
  tab: ProjectTab;
  count?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page about one part of a project. */
export function ProjectFrame({ project, isAdministration, tab, count, actions, children }: ProjectFrameProps) {
  return (
    <Page
      title={isAdministration ? project.name : t(tab)}
      documentTitle={`${t(tab)} · ${project.name}`}
      breadcrumb={projectCrumbs(isAdministration)}
      subtitle={isAdministration ? <span className="ph-mono ph-muted">{project.key}</span> : <span className="ph-muted">{project.name}</span>}
      count={isAdministration ? undefined : count}
      actions={actions}
    >
      <ProjectTabs projectKey={project.key} isAdministration={isAdministration} />
      {children}
    </Page>
  );
}
