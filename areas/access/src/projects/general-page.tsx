import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { deleteProject, type ProjectDetails, readProject, updateProject } from '@packhouse/contract/access/access-project-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { notify, RelativeTime } from '@packhouse/ui/core.ts';
import { useNavigate } from 'react-router';
import { DeleteProject } from './delete-project.tsx';
import { getField, makeChange, makeDraft, type ProjectDraft } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import { ProjectTabs, projectCrumbs, useProject } from './project-frame.tsx';
import { projectListPath } from './projects-screens.ts';
import { t } from './projects-words.ts';

/** How a project is called, what its administrators may do, and how much it may hold. */
export function GeneralPage() {
  const found = useProject('general');
  return 'without' in found ? found.without : <GeneralForm key={found.project.key} {...found} />;
}

function GeneralForm({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const navigate = useNavigate();
  const refusal = useRefusal(deleteProject);
  const baseline = useBaseline(project, makeDraft);
  const { key, may } = project;
  const question = (onClose: () => void) => <DeleteProject project={project} onClose={onClose} onDeleted={() => void navigate(projectListPath)} />;
  return (
    <RecordForm<typeof updateProject, ProjectDraft>
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
      above={<ProjectTabs projectKey={key} isAdministration={isAdministration} />}
      cancelTo={isAdministration ? projectListPath : '/packages'}
      save={updateProject}
      submitLabel={t('save')}
      refusal={may.settings ? undefined : t('onlyAdministrators')}
      baseline={baseline}
      before={makeDraft(baseline.value)}
      input={(values) => ({ params: { key }, body: makeChange(values, may.quota) })}
      fieldOf={getField}
      stale={[readProject, listProjects]}
      onSaved={({ name }) => notify.good(t('wasSaved', { name }))}
      {...(isAdministration ? { removal: { label: t('remove'), refusal, question } } : {})}
    >
      <ProjectFields isNew={false} mayBound={may.quota} />
    </RecordForm>
  );
}
