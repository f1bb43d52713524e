import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { OfChosenProject } from '../governing/chosen-project.tsx';
import { IssueList } from './issue-list-page.tsx';
import { projectIssuesPath } from './issues-screens.ts';
import { t } from './issues-words.ts';

/** What the people of the chosen project know of vulnerabilities. */
export function ProjectIssuePage() {
  const { administrator, managesProject } = useSession();
  const refusal = administrator || managesProject ? undefined : t('onlyKeepers');
  return (
    <OfChosenProject title={t('issues')}>
      {(project) => <IssueList key={project} path={projectIssuesPath} project={project} refusal={refusal} />}
    </OfChosenProject>
  );
}
