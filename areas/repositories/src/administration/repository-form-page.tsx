import { call, curlOf, Failure, isApiError, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type FormatId, formatIdOf, type RepositoryClass, repositoryClasses } from '@packhouse/contract/format-ids.ts';
import { createRepository, listRepositories, type Repository, readRepository, updateRepository } from '@packhouse/contract/repository-routes.ts';
import type { RepositoryInput } from '@packhouse/contract/repository-settings.ts';
import { Button, FormatIcon, notify, Page, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { DeleteRepository } from './delete-repository.tsx';
import { t } from './messages.ts';
import { changeOf, type DraftProblems, draftOf, fieldProblems, inputOf, newDraft, problemsOf, type RepositoryDraft } from './repository-draft.ts';
import { RepositoryFields } from './repository-fields.tsx';
import { editPath, listPath } from './repository-paths.ts';
import './administration.css';

const titles = { local: 'newLocal', remote: 'newRemote', virtual: 'newVirtual' } as const;
const breadcrumb = () => [{ label: t('repositories'), to: listPath() }];

function isClass(text: string | undefined): text is RepositoryClass {
  return repositoryClasses.some((one) => one === text);
}

/** A refusal that points at the form's fields. */
class FormRefusal extends Error {
  readonly fields: readonly { path: string; message: string }[];
  constructor(message: string, problems: DraftProblems) {
    super(message);
    this.fields = Object.entries(problems).map(([path, text]) => ({ path, message: text }));
  }
}

/** Translates the server's names of fields into the form's. */
async function withFormFields<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isApiError(error)) throw new FormRefusal(error.message, fieldProblems(error.fields));
    throw error;
  }
}

function check(draft: RepositoryDraft): void {
  const problems = problemsOf(draft);
  const count = Object.keys(problems).length;
  if (count > 0) throw new FormRefusal(t('problems', { count }), problems);
}

/** A new repository of the class in the address. */
export function NewRepositoryPage() {
  const { repositoryClass } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const refusal = useRefusal(createRepository);
  if (!isClass(repositoryClass)) return <Navigate to={listPath()} replace />;
  const initial = newDraft(repositoryClass, formatIdOf(params.get('format') ?? '') ?? 'generic');
  const submit = async (values: RepositoryDraft) => {
    const draft = { ...initial, ...values };
    check(draft);
    const made = await withFormFields(call(createRepository, { body: inputOf(draft) as RepositoryInput }));
    await refresh(listRepositories);
    notify.good(t('created', { key: made.key }));
    await navigate(editPath(made), { replace: true });
  };
  return (
    <FormPage<RepositoryDraft>
      key={repositoryClass}
      title={t(titles[repositoryClass])}
      breadcrumb={breadcrumb()}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => curlOf(createRepository, { body: inputOf({ ...initial, ...values }) as RepositoryInput })}
      cancelTo={listPath(repositoryClass)}
    >
      <RepositoryFields initial={initial} />
    </FormPage>
  );
}

/** The settings of one repository. */
export function EditRepositoryPage() {
  const { key = '' } = useParams();
  const result = useQuery(query(readRepository, { params: { key } }));
  if (result.data) return <EditForm key={result.data.key} repository={result.data} />;
  return (
    <Page title={t('editTitle', { key })} breadcrumb={breadcrumb()} narrow>
      {result.error ? <Failure error={result.error} onRetry={() => void result.refetch()} /> : <Skeleton lines={12} height={20} />}
    </Page>
  );
}

function EditForm({ repository }: { repository: Repository }) {
  const [removing, setRemoving] = useState(false);
  const [clearing, setClearing] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusal(updateRepository, { on: 'repository', action: 'manage' });
  const removal = useRefusal(createRepository);
  const initial = draftOf(repository);
  const { key, class: repositoryClass } = repository;
  const submit = async (values: RepositoryDraft) => {
    const draft = { ...initial, ...values };
    check(draft);
    await withFormFields(call(updateRepository, { params: { key }, body: changeOf(draft, clearing) }));
    await refresh(listRepositories, readRepository);
    notify.good(t('saved', { key }));
  };
  return (
    <>
      <FormPage<RepositoryDraft>
        title={key}
        documentTitle={t('editTitle', { key })}
        breadcrumb={breadcrumb()}
        subtitle={<Subtitle repository={repository} />}
        actions={
          <Button kind="ghost" icon="trash" refusal={removal} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        }
        initialValues={initial}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => curlOf(updateRepository, { params: { key }, body: changeOf({ ...initial, ...values }, clearing) })}
        cancelTo={listPath(repositoryClass)}
      >
        <RepositoryFields initial={initial} existing={repository} clearing={clearing} onClearing={setClearing} />
      </FormPage>
      {removing && <DeleteRepository repository={repository} onClose={() => setRemoving(false)} onDeleted={() => void navigate(listPath(repositoryClass))} />}
    </>
  );
}

function Subtitle({ repository: { format, class: repositoryClass, url, usedBy } }: { repository: Repository }) {
  return (
    <span className="repos-subtitle">
      <FormatIcon format={format as FormatId} size={20} />
      <Tag>{t(repositoryClass)}</Tag>
      <code className="repos-cut">{url}</code>
      {usedBy.length > 0 && (
        <span className="ph-muted">
          {t('usedBy')}{' '}
          {usedBy.map((one) => (
            <Link key={one} to={editPath({ class: 'virtual', key: one })}>
              {one}
            </Link>
          ))}
        </span>
      )}
    </span>
  );
}
