import { isApiError, mutation } from '@packhouse/console-kit/console-kit.ts';
import { mostPreviewed, previewHook } from '@packhouse/contract/events/hook-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, CodeBlock, EmptyState, RelativeTime } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { eventTitle } from '../event-words.ts';
import { spellBody } from '../spell-body.ts';
import { t } from './form-words.ts';
import { getFilter, newDraft, readDraft, type WebhookDraft } from './webhook-draft.ts';

type Match = RouteReply<typeof previewHook>['items'][number];

const columns = (domain: string): Column<Match>[] => [
  { id: 'subject', title: t('subject'), card: 'title', render: ({ subject }) => <span className="ph-mono">{subject}</span> },
  { id: 'event', title: t('event'), card: 'fact', width: '180px', render: ({ eventType }) => eventTitle(domain, eventType) },
  { id: 'when', title: t('when'), card: 'fact', width: '160px', render: ({ at }) => <RelativeTime at={at} /> },
];

/** What is asked of a draft: which events, and how it would tell of the newest. */
const getQuestion = (draft: WebhookDraft) => ({
  event_filter: getFilter(draft),
  ...(draft.key.trim() === '' ? {} : { key: draft.key.trim() }),
  ...(draft.kind === 'custom-webhook' && draft.payload !== '' ? { payload: draft.payload } : {}),
});

/** The events of the last day that the draft would have sent; asked for with a button, as what stands in the form changes with every key. */
export function MatchPreview() {
  const form = Form.useFormInstance<WebhookDraft>();
  const draft: WebhookDraft = { ...newDraft, ...Form.useWatch((all: WebhookDraft) => all, { form, preserve: true }) };
  const trial = useMutation(mutation(previewHook));
  const isOld = trial.variables !== undefined && JSON.stringify(trial.variables.body) !== JSON.stringify(getQuestion(draft));
  const shown = isOld ? undefined : trial.data;
  const show = () => trial.mutate({ body: getQuestion(readDraft(form)) });
  return (
    <FormGroup title={t('matches')} text={t('matchesHelp')}>
      <span>
        <Button icon="eye" loading={trial.isPending} onClick={show}>
          {t('showMatches')}
        </Button>
      </span>
      {trial.error && !isOld && <Banner kind="bad">{readWords(trial.error)}</Banner>}
      {shown && (
        <>
          <p aria-live="polite">{shown.isMore ? t('matchedMore', { count: shown.count, looked: mostPreviewed }) : t('matched', { count: shown.count })}</p>
          <DataTable
            id="webhook-matches"
            label={t('matches')}
            columns={columns(draft.domain)}
            rows={shown.items}
            rowKey={({ eventType, subject, at }) => `${at} ${eventType} ${subject}`}
            empty={
              <EmptyState icon="search" title={t('noMatches')}>
                {t('noMatchesHelp')}
              </EmptyState>
            }
          />
          {shown.body !== undefined && <CodeBlock title={t('newestBody')} code={spellBody(shown.body)} />}
        </>
      )}
    </FormGroup>
  );
}

/** All that a refusal says, whichever field it is about. */
function readWords(error: Error): string {
  const fields = isApiError(error) ? error.fields : [];
  return fields.length > 0 ? fields.map(({ message }) => message).join(' ') : error.message;
}
