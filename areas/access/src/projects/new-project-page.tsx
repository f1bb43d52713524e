import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { useNavigate } from 'react-router';
import { getField, getInput, newDraft, type ProjectDraft } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import { projectCrumbs } from './project-frame.tsx';
import { projectListPath, projectPath } from './projects-screens.ts';
import { t } from './projects-words.ts';

/** A new project. */
export function NewProjectPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createProject, ProjectDraft>
      title={t('newProject')}
      breadcrumb={projectCrumbs(true)}
      cancelTo={projectListPath}
      save={createProject}
      submitLabel={t('create')}
      before={newDraft}
      input={(values) => ({ body: getInput(values) })}
      fieldOf={getField}
      stale={[listProjects]}
      onSaved={({ key, name }) => {
        notify.good(t('wasCreated', { name }));
        return navigate(projectPath(key, 'members'), { replace: true });
      }}
    >
      <ProjectFields isNew mayBound />
    </RecordForm>
  );
}
