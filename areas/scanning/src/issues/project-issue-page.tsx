import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { EmptyState, Page } from '@packhouse/ui/core.ts';
import { IssueList } from './issue-list-page.tsx';
import { projectIssuesPath } from './issues-screens.ts';
import { t } from './issues-words.ts';

/** What the people of the chosen project know of vulnerabilities. */
export function ProjectIssuePage() {
  const { administrator, managesProject, projectKey } = useSession();
  if (projectKey === undefined)
    return (
      <Page title={t('issues')} narrow>
        <EmptyState icon="folder" title={t('projectFirst')}>
          {t('projectFirstHelp')}
        </EmptyState>
      </Page>
    );
  return <IssueList key={projectKey} path={projectIssuesPath} project={projectKey} refusal={administrator || managesProject ? undefined : t('onlyKeepers')} />;
}
