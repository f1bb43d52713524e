import { call, getCurl, refresh, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listProjectRepositories } from '@packhouse/contract/access/access-environment-routes.ts';
import { findFormatId, plainFormat, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { createProjectRepository, createRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { EmptyState, notify, Page } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form/form.ts';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { editPath, listPath, projectListPath } from './administration-screens.ts';
import { t } from './administration-words.ts';
import { check, isClass, withFormFields } from './form-refusal.ts';
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
  const refusal = useRefusal(createRepository);
  if (!found) return <Navigate to={listPath()} replace />;
  const { repositoryClass, initial } = found;
  const submit = async (values: RepositoryDraft) => {
    const draft = { ...initial, ...values };
    check(draft);
    const made = await withFormFields(call(createRepository, { body: getBody(draft) }));
    await refresh(listRepositories);
    notify.good(t('created', { key: made.key }));
    await navigate(editPath(made), { replace: true });
  };
  return (
    <FormPage<RepositoryDraft>
      key={repositoryClass}
      title={t(titles[repositoryClass])}
      breadcrumb={[{ label: t('repositories'), to: listPath() }]}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => getCurl(createRepository, { body: getBody({ ...initial, ...values }) })}
      cancelTo={listPath(repositoryClass)}
    >
      <RepositoryFields initial={initial} />
      <PlaceFields settled={false} initial={projectKey} />
    </FormPage>
  );
}

/** A new repository of the project chosen for the whole console, for those who keep its resources. */
export function NewProjectRepositoryPage() {
  const { projectKey = '' } = useSession();
  const found = useNewRepository({ projectKey, key: `${projectKey}-`, environments: ['DEV'] });
  const navigate = useNavigate();
  const refusal = useRefusal(createProjectRepository);
  if (!found) return <Navigate to={projectListPath} replace />;
  if (projectKey === '')
    return (
      <Page title={t('newRepository')} narrow>
        <EmptyState icon="folder" title={t('chooseProject')} />
      </Page>
    );
  const { repositoryClass, initial } = found;
  const params = { key: projectKey };
  const submit = async (values: RepositoryDraft) => {
    const draft = { ...initial, ...values };
    check(draft);
    const made = await withFormFields(call(createProjectRepository, { params, body: getBody(draft) }));
    await refresh(listRepositories, listProjectRepositories);
    notify.good(t('created', { key: made.key }));
    await navigate(projectListPath, { replace: true });
  };
  return (
    <FormPage<RepositoryDraft>
      key={`${projectKey} ${repositoryClass}`}
      title={t(titles[repositoryClass])}
      subtitle={<span className="ph-muted">{t('ofProject', { key: projectKey })}</span>}
      breadcrumb={[{ label: t('repositories'), to: projectListPath }]}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => getCurl(createProjectRepository, { params, body: getBody({ ...initial, ...values }) })}
      cancelTo={projectListPath}
    >
      <RepositoryFields initial={initial} />
      <PlaceFields settled initial={projectKey} />
    </FormPage>
  );
}
