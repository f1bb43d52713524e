import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { listProjectRepositories } from '@packhouse/contract/access/access-environment-routes.ts';
import { findFormatId, plainFormat, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { createProjectRepository, createRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { EmptyState, notify, Page } from '@packhouse/ui/core.ts';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { editPath, listPath, projectListPath } from './administration-screens.ts';
import { t } from './administration-words.ts';
import { check, inFormFields, isClass } from './form-refusal.ts';
import { PlaceFields } from './place-fields.tsx';
import { getInput, newDraft, type RepositoryDraft } from './repository-draft.ts';
import { RepositoryFields } from './repository-fields.tsx';
import './administration.css';

const titles = { local: 'newLocal', remote: 'newRemote', virtual: 'newVirtual' } as const;

interface NewRepository {
  repositoryClass: RepositoryClass;
  initial: RepositoryDraft;
}

/** Reads what the address says about the repository to be made. */
function useNewRepository(place: Partial<RepositoryDraft>): NewRepository | undefined {
  const { repositoryClass } = useParams();
  const [params] = useSearchParams();
  if (!isClass(repositoryClass)) return undefined;
  return { repositoryClass, initial: { ...newDraft(repositoryClass, findFormatId(params.get('format') ?? '') ?? plainFormat), ...place } };
}

const getBody = (draft: RepositoryDraft) => getInput(draft) as RepositoryInput;

/** A new repository of the class in the address. */
export function NewRepositoryPage() {
  const { projectKey = '' } = useSession();
  const found = useNewRepository({ projectKey });
  const navigate = useNavigate();
  if (!found) return <Navigate to={listPath()} replace />;
  const { repositoryClass, initial } = found;
  return (
    <RecordForm<typeof createRepository, RepositoryDraft>
      key={repositoryClass}
      title={t(titles[repositoryClass])}
      breadcrumb={[{ label: t('repositories'), to: listPath() }]}
      cancelTo={listPath(repositoryClass)}
      save={createRepository}
      submitLabel={t('create')}
      before={initial}
      input={(values) => ({ body: getBody(values) })}
      check={check}
      refuse={inFormFields}
      stale={[listRepositories]}
      onSaved={(made) => {
        notify.good(t('created', { key: made.key }));
        return navigate(editPath(made), { replace: true });
      }}
    >
      <RepositoryFields initial={initial} />
      <PlaceFields settled={false} initial={projectKey} />
    </RecordForm>
  );
}

/** A new repository of the project chosen for the whole console, for those who keep its resources. */
export function NewProjectRepositoryPage() {
  const { projectKey = '' } = useSession();
  const found = useNewRepository({ projectKey, key: `${projectKey}-`, environments: ['DEV'] });
  const navigate = useNavigate();
  if (!found) return <Navigate to={projectListPath} replace />;
  if (projectKey === '')
    return (
      <Page title={t('newRepository')} narrow>
        <EmptyState icon="folder" title={t('chooseProject')} />
      </Page>
    );
  const { repositoryClass, initial } = found;
  return (
    <RecordForm<typeof createProjectRepository, RepositoryDraft>
      key={`${projectKey} ${repositoryClass}`}
      title={t(titles[repositoryClass])}
      subtitle={<span className="ph-muted">{t('ofProject', { key: projectKey })}</span>}
      breadcrumb={[{ label: t('repositories'), to: projectListPath }]}
      cancelTo={projectListPath}
      save={createProjectRepository}
      submitLabel={t('create')}
      before={initial}
      input={(values) => ({ params: { key: projectKey }, body: getBody(values) })}
      check={check}
      refuse={inFormFields}
      stale={[listRepositories, listProjectRepositories]}
      onSaved={({ key }) => {
        notify.good(t('created', { key }));
        return navigate(projectListPath, { replace: true });
      }}
    >
      <RepositoryFields initial={initial} />
      <PlaceFields settled initial={projectKey} />
    </RecordForm>
  );
}
