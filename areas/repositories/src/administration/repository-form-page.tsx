import { call, getCurl, LoadedPage, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository, listRepositories, type Repository, readRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { Button, Copyable, EmptyState, FormatIcon, LinkButton, notify, Tag } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { editPath, listPath } from './administration-screens.ts';
import { t } from './administration-words.ts';
import { DeleteRepository } from './delete-repository.tsx';
import { check, withFormFields } from './form-refusal.ts';
import { makeChange, makeDraft, type RepositoryDraft } from './repository-draft.ts';
import { RepositoryFields } from './repository-fields.tsx';
import './administration.css';

const breadcrumb = () => [{ label: t('repositories'), to: listPath() }];

/** The settings of one repository. */
export function EditRepositoryPage() {
  const { key = '' } = useParams();
  const result = useQuery(query(readRepository, { params: { key } }));
  const missing = (
    <EmptyState icon="repository" title={t('noSuchRepository', { key })} action={<LinkButton to={listPath()}>{t('allRepositories')}</LinkButton>} />
  );
  return (
    <LoadedPage result={result} missing={missing} title={t('editTitle', { key })} breadcrumb={breadcrumb()} narrow>
      {(repository) => <EditForm key={repository.key} repository={repository} />}
    </LoadedPage>
  );
}

function EditForm({ repository }: { repository: Repository }) {
  const [removing, setRemoving] = useState(false);
  const [clearing, setClearing] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusal(updateRepository, { on: 'repository', action: 'manage' });
  const removal = useRefusal(createRepository);
  const initial = makeDraft(repository);
  // The form began with this: what has changed since on the server was not changed here.
  const known = useRef(initial);
  const { key, class: repositoryClass } = repository;
  const submit = async (values: RepositoryDraft) => {
    const draft = { ...initial, ...values };
    check(draft);
    await withFormFields(call(updateRepository, { params: { key }, body: makeChange(draft, clearing, known.current) }));
    known.current = { ...draft, password: '' };
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
        curl={(values) => getCurl(updateRepository, { params: { key }, body: makeChange({ ...initial, ...values }, clearing, known.current) })}
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
      <Copyable value={url} what={t('address')} />
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
