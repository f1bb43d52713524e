import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteProject } from '@packhouse/contract/access/access-project-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { t } from './projects-words.ts';
import { RemoveOne } from './remove-one.tsx';

interface DeleteProjectProps {
  project: { key: string; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a project is deleted. One with repositories is not. */
export function DeleteProject({ project, onClose, onDeleted }: DeleteProjectProps) {
  const remove = async () => {
    await call(deleteProject, { params: { key: project.key } });
    await refresh(listProjects);
    onDeleted?.();
  };
  return <RemoveOne name={project.name} action={t('removeProject')} text={t('removeProjectText')} onRemove={remove} onClose={onClose} />;
}
