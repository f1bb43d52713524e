import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import {
  type Candidate,
  executeFederation,
  type Federation,
  listFederationCandidates,
  listFederationFilters,
  listFederations,
  readFederation,
} from '@packhouse/contract/mission-control/federation-routes.ts';
import { EmptyState, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { tellFederation } from './federation-bus.ts';
import { type FederationDraft, findEvents, getBody, makeDraft, newDraft } from './federation-draft.ts';
import { FederationFields } from './federation-fields.tsx';
import { getPace } from './federation-pace.ts';
import { FederationPreview, PreviewButton, usePreview } from './federation-preview.tsx';
import { federationListPath } from './federation-screens.ts';
import { t } from './federation-words.ts';
import { LinkTable } from './link-table.tsx';
import { useClosing } from './use-closing.ts';

interface FormProps {
  mode: 'star' | 'mesh';
  federation?: Federation;
  candidates: readonly Candidate[];
}

/** Who takes part already can be seen and left out, though nobody could choose it any more. */
function addMembers(candidates: readonly Candidate[], federation: Federation | undefined): Candidate[] {
  const members = federation ? [federation.source, ...federation.targets] : [];
  return [...candidates, ...members.filter(({ id }) => !candidates.some((one) => one.id === id))];
}

/** A federation, new or there. */
function FederationForm({ mode, federation, candidates }: FormProps) {
  const navigate = useNavigate();
  const before = federation ? makeDraft(federation) : newDraft(mode);
  const preview = usePreview(federation?.id, before);
  useClosing();
  return (
    <RecordForm<typeof executeFederation, FederationDraft>
      title={federation ? federation.source.name : t(mode === 'star' ? 'formStar' : 'formMesh')}
      breadcrumb={[{ label: t('title'), to: federationListPath }]}
      cancelTo={federationListPath}
      save={executeFederation}
      submitLabel={t('execute')}
      beside={<PreviewButton work={preview} />}
      before={before}
      input={(draft) => ({ body: getBody({ ...before, ...draft }, federation?.id) })}
      stale={[listFederations, readFederation, listFederationFilters]}
      onSaved={(saved) => {
        for (const event of findEvents(before, makeDraft(saved))) tellFederation(event);
        notify.good(t('executed'));
        return navigate(federationListPath);
      }}
    >
      <FederationFields candidates={addMembers(candidates, federation)} isNew={federation === undefined} />
      <FederationPreview work={preview} />
      {federation && <LinkTable federation={federation} />}
    </RecordForm>
  );
}

/** The form, once it is known who can take part. */
function FormOf(props: Omit<FormProps, 'candidates'>) {
  const candidates = useQuery(query(listFederationCandidates, {}));
  return (
    <LoadedPage title={t('title')} result={candidates}>
      {(list) => <FederationForm {...props} candidates={list} />}
    </LoadedPage>
  );
}

function ExistingPage({ id }: { id: string }) {
  const asked = query(readFederation, { params: { source: id } });
  const found = useQuery({ ...asked, refetchInterval: ({ state }) => getPace(state.data ? [state.data] : []) });
  return (
    <LoadedPage title={t('title')} result={found} missing={<EmptyState icon="network" title={t('notFound')} />}>
      {(federation) => <FormOf key={federation.id} mode={federation.mode} federation={federation} />}
    </LoadedPage>
  );
}

/** A new star. */
export function NewStarPage() {
  return <FormOf mode="star" />;
}

/** A star that is there. */
export function EditStarPage() {
  const { federationId = '' } = useParams();
  return <ExistingPage id={federationId} />;
}

/** A mesh: a new one, or the one that the address names. */
export function MeshPage() {
  const [asked] = useSearchParams();
  const id = asked.get('federation');
  return id === null ? <FormOf mode="mesh" /> : <ExistingPage id={id} />;
}
