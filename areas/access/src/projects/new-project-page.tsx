import { call, curlOf, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form/form.ts';
import { useNavigate } from 'react-router';
import { withFields } from '../forms/form-refusal.ts';
import { fieldOf, inputOf, newDraft, type ProjectDraft } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import { projectCrumbs } from './project-frame.tsx';
import { projectListPath, projectPath } from './project-paths.ts';
import { t } from './projects-words.ts';

/** A new project. */
export function NewProjectPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(createProject);
  const submit = async (values: ProjectDraft) => {
    const made = await withFields(call(createProject, { body: inputOf({ ...newDraft, ...values }) }), fieldOf);
    await refresh(listProjects);
    notify.good(t('wasCreated', { name: made.name }));
    await navigate(projectPath(made.key, 'members'), { replace: true });
  };
  return (
    <FormPage<ProjectDraft>
      title={t('newProject')}
      breadcrumb={projectCrumbs(true)}
      initialValues={newDraft}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => curlOf(createProject, { body: inputOf({ ...newDraft, ...values }) })}
      cancelTo={projectListPath}
    >
      <ProjectFields isNew mayBound />
    </FormPage>
  );
}
