import { query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  listProjectRepositories,
  type ProjectRepository,
  type RepositorySharingView,
  shareProjectRepository,
} from '@packhouse/contract/access/access-environment-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './projects-words.ts';

interface ShareDrawerProps {
  projectKey: string;
  repository: ProjectRepository;
  onClose: () => void;
}

/** With which other projects a repository is shared. */
export function ShareDrawer({ projectKey, repository, onClose }: ShareDrawerProps) {
  return (
    <RecordDrawer<typeof shareProjectRepository, RepositorySharingView>
      title={t('shareTitle', { name: repository.key })}
      onClose={onClose}
      submitLabel={t('save')}
      save={shareProjectRepository}
      before={repository.sharing}
      input={({ withAll, projects, readOnly }) => ({
        params: { key: projectKey, repository: repository.key },
        body: { withAll: withAll ?? false, projects: withAll ? [] : (projects ?? []), readOnly: readOnly ?? false },
      })}
      stale={[listProjectRepositories, listRepositories]}
      onSaved={() => {
        notify.good(t('wasSaved', { name: repository.key }));
        onClose();
      }}
      fieldOf={(path) => path.split('.')[0] ?? ''}
    >
      <p className="ph-muted">{t('shareHint')}</p>
      <Form.Item name="withAll" valuePropName="checked">
        <Checkbox>{t('shareWithAll')}</Checkbox>
      </Form.Item>
      <ProjectsField projectKey={projectKey} />
      <Form.Item name="readOnly" valuePropName="checked" extra={t('shareReadOnlyHint')}>
        <Checkbox>{t('shareReadOnly')}</Checkbox>
      </Form.Item>
    </RecordDrawer>
  );
}

/** Other projects; not asked for where the repository is shared with all. */
function ProjectsField({ projectKey }: { projectKey: string }) {
  const isForAll = Form.useWatch<boolean | undefined>('withAll') ?? false;
  const { data: projects = [] } = useQuery(query(listProjects, {}));
  const others = projects.filter(({ key }) => key !== projectKey);
  return (
    <Form.Item name="projects" label={t('shareProjects')} hidden={isForAll}>
      <Select mode="multiple" optionFilterProp="label" options={others.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))} />
    </Form.Item>
  );
}
