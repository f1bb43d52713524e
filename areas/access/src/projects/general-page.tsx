import { call, curlOf, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { deleteProject, type ProjectDetails, readProject, updateProject } from '@packhouse/contract/access/access-project-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Button, notify, RelativeTime } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { withFields } from '../forms/form-refusal.ts';
import { StaleBanner } from '../forms/stale-banner.tsx';
import { useBaseline } from '../forms/use-baseline.ts';
import { DeleteProject } from './delete-project.tsx';
import { changeOf, draftOf, fieldOf, type ProjectDraft } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import { ProjectTabs, projectCrumbs, useProject } from './project-frame.tsx';
import { projectListPath } from './project-paths.ts';
import { t } from './projects-words.ts';

/** How a project is called, what its administrators may do, and how much it may hold. */
export function GeneralPage() {
  const found = useProject('general');
  return 'without' in found ? found.without : <GeneralForm key={found.project.key} {...found} />;
}

function GeneralForm({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const removal = useRefusal(deleteProject);
  const baseline = useBaseline(project, draftOf);
  const before = draftOf(baseline.value);
  const { key, may } = project;
  const bodyOf = (values: ProjectDraft) => changeOf({ ...before, ...values }, may.quota);
  const submit = async (values: ProjectDraft) => {
    const saved = await withFields(call(updateProject, { params: { key }, body: bodyOf(values) }), fieldOf);
    baseline.saved(saved);
    await refresh(readProject, listProjects);
    notify.good(t('wasSaved', { name: saved.name }));
  };
  return (
    <>
      <FormPage<ProjectDraft>
        key={baseline.version}
        title={isAdministration ? project.name : t('general')}
        documentTitle={`${t('general')} · ${project.name}`}
        breadcrumb={projectCrumbs(isAdministration)}
        subtitle={
          <>
            <span className="ph-mono ph-muted">{key}</span>
            <span className="ph-muted">
              {t('created')}: <RelativeTime at={project.createdAt} />
            </span>
          </>
        }
        actions={
          isAdministration && (
            <Button kind="ghost" icon="trash" refusal={removal} onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
          )
        }
        initialValues={before}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={may.settings ? undefined : t('onlyAdministrators')}
        curl={(values) => curlOf(updateProject, { params: { key }, body: bodyOf(values) })}
        cancelTo={isAdministration ? projectListPath : '/packages'}
      >
        <ProjectTabs projectKey={key} isAdministration={isAdministration} />
        {baseline.isStale && <StaleBanner onTake={baseline.take} />}
        <ProjectFields isNew={false} mayBound={may.quota} />
      </FormPage>
      {removing && <DeleteProject project={project} onClose={() => setRemoving(false)} onDeleted={() => void navigate(projectListPath)} />}
    </>
  );
}
