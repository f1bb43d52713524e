import { LoadedPage, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositoryReplications } from '@packhouse/contract/repositories/replication-routes.ts';
import { createRepository, listRepositories, type Repository, readRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { Copyable, EmptyState, FormatIcon, LinkButton, notify, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { editPath, listPath, replicationsPath } from './administration-screens.ts';
import { t } from './administration-words.ts';
import { DeleteRepository } from './delete-repository.tsx';
import { check, inFormFields } from './form-refusal.ts';
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
  const [clearing, setClearing] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusal(updateRepository, { on: 'repository', action: 'manage' });
  const initial = makeDraft(repository);
  // The form began with this: what has changed since on the server was not changed here.
  const known = useRef(initial);
  const { key, class: repositoryClass } = repository;
  return (
    <RecordForm<typeof updateRepository, RepositoryDraft>
      title={key}
      documentTitle={t('editTitle', { key })}
      breadcrumb={breadcrumb()}
      subtitle={<Subtitle repository={repository} />}
      cancelTo={listPath(repositoryClass)}
      save={updateRepository}
      submitLabel={t('save')}
      refusal={refusal}
      before={initial}
      input={(values) => ({ params: { key }, body: makeChange(values, clearing, known.current) })}
      check={check}
      refuse={inFormFields}
      stale={[listRepositories, readRepository]}
      onSaved={(_, values) => {
        known.current = { ...values, password: '' };
        notify.good(t('saved', { key }));
      }}
      removal={{
        label: t('remove'),
        refusal: useRefusal(createRepository),
        question: (onClose) => <DeleteRepository repository={repository} onClose={onClose} onDeleted={() => void navigate(listPath(repositoryClass))} />,
      }}
    >
      <RepositoryFields initial={initial} existing={repository} clearing={clearing} onClearing={setClearing} />
    </RecordForm>
  );
}

function Subtitle({ repository: { key, format, class: repositoryClass, url, usedBy } }: { repository: Repository }) {
  const replicationRefusal = useRefusal(listRepositoryReplications, { on: 'repository', action: 'manage' });
  return (
    <span className="repos-subtitle">
      <FormatIcon format={format as FormatId} size={20} />
      <Tag>{t(repositoryClass)}</Tag>
      <Copyable value={url} what={t('address')} />
      {repositoryClass !== 'virtual' && replicationRefusal === undefined && (
        <Link to={replicationsPath({ class: repositoryClass, key })}>{t('replication')}</Link>
      )}
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
