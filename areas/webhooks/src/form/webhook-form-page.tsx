import { getCurl, isApiError, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import { createHook, type Hook, listHooks, readHook, updateHook } from '@packhouse/contract/events/hook-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { DeleteWebhook } from '../delete-webhook.tsx';
import { NoSuchWebhook } from '../no-such-webhook.tsx';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { editWebhookPath, webhookListPath } from '../webhooks-screens.ts';
import { t as shared } from '../webhooks-words.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { EventFields } from './event-fields.tsx';
import { t } from './form-words.ts';
import { GeneralFields } from './general-fields.tsx';
import { MatchPreview } from './match-preview.tsx';
import { ReceiverFields } from './receiver-fields.tsx';
import { VerifyExample } from './verify-example.tsx';
import { findField, getBody, isTyped, makeDraft, newDraft, type PairDraft, readDraft, type WebhookDraft } from './webhook-draft.ts';
import { WebhookTrial } from './webhook-trial.tsx';
import '../webhooks.css';

const breadcrumb = () => [{ label: shared('webhooks'), to: webhookListPath }];

/** What was typed as a secret, or may be one, is not shown in a command. */
function withoutSecrets(draft: WebhookDraft): WebhookDraft {
  const hide = (pairs: readonly PairDraft[]) => pairs.filter(isTyped).map((pair) => ({ ...pair, value: `<${pair.name}>` }));
  return { ...draft, headers: hide(draft.headers), secrets: hide(draft.secrets) };
}

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <GeneralFields isNew={isNew} />
      <EventFields />
      <ReceiverFields />
      <DeliveryFields />
      <VerifyExample />
      <WebhookTrial />
      <MatchPreview />
    </>
  );
}

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error, draft: WebhookDraft): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findField(path, draft), message })),
  );
}

/** A new webhook. */
export function NewWebhookPage() {
  const navigate = useNavigate();
  const [form] = Form.useForm<WebhookDraft>();
  const input = (draft: WebhookDraft) => ({ body: getBody(draft) });
  return (
    <RecordForm<typeof createHook, WebhookDraft>
      wide
      form={form}
      title={t('newTitle')}
      breadcrumb={breadcrumb()}
      cancelTo={webhookListPath}
      save={createHook}
      submitLabel={t('create')}
      before={newDraft}
      input={() => input(readDraft(form, newDraft))}
      curl={(values) => getCurl(createHook, input(withoutSecrets({ ...newDraft, ...values })))}
      refuse={inForm}
      stale={[listHooks]}
      onSaved={({ key }) => {
        notify.good(t('created', { key }));
        return navigate(editWebhookPath(key), { replace: true });
      }}
    >
      <Fields isNew />
    </RecordForm>
  );
}

/** One webhook. */
export function EditWebhookPage() {
  const { webhookName: key = '' } = useParams();
  const result = useQuery(query(readHook, { params: { key } }));
  return (
    <LoadedPage result={result} missing={<NoSuchWebhook webhook={key} />} title={key} breadcrumb={breadcrumb()} lines={10}>
      {(hook) => <EditForm key={hook.key} hook={hook} />}
    </LoadedPage>
  );
}

function EditForm({ hook }: { hook: Hook }) {
  const navigate = useNavigate();
  const { key } = hook;
  const before = makeDraft(hook);
  const [form] = Form.useForm<WebhookDraft>();
  const input = (draft: WebhookDraft) => ({ params: { key }, body: getBody(draft) });
  return (
    <RecordForm<typeof updateHook, WebhookDraft>
      wide
      title={key}
      breadcrumb={breadcrumb()}
      above={<WebhookTabs webhook={key} />}
      cancelTo={webhookListPath}
      save={updateHook}
      submitLabel={t('save')}
      before={before}
      input={() => input(readDraft(form, before))}
      curl={(values) => getCurl(updateHook, input(withoutSecrets({ ...before, ...values })))}
      refuse={inForm}
      form={form}
      stale={[listHooks, readHook]}
      onSaved={(saved) => {
        const { isSecretKept, publicKey } = makeDraft(saved);
        form.setFieldsValue({ secret: '', forgetSecret: false, isSecretKept, publicKey, renewsKey: false });
        notify.good(t('saved', { key }));
      }}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteWebhook hook={hook} onClose={onClose} onDeleted={() => void navigate(webhookListPath)} />,
      }}
    >
      <Fields isNew={false} />
    </RecordForm>
  );
}
