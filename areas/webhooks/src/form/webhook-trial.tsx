import { isApiError, mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type HookTest, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { Banner, Button, CodeBlock, words } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { isPassedOn } from '../passed-on.ts';
import { t as shared } from '../webhooks-words.ts';
import { t } from './form-words.ts';
import { getBody, readDraft, type WebhookDraft } from './webhook-draft.ts';

/** Sends a dummy hook as the form says, and tells what came of it. */
export function WebhookTrial() {
  const form = Form.useFormInstance<WebhookDraft>();
  const refusal = useRefusal(testHook);
  const trial = useMutation(mutation(testHook));
  const run = () => trial.mutate({ body: getBody(readDraft(form)) });
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <span>
        <Button icon="bolt" loading={trial.isPending} refusal={refusal} onClick={run}>
          {t('test')}
        </Button>
      </span>
      {trial.data && <TestResult test={trial.data} />}
      {trial.error && <TestFailure error={trial.error} />}
    </FormGroup>
  );
}

/** What the receiver answered to a dummy hook. */
function TestResult({ test }: { test: HookTest }) {
  const isGood = test.result === 'success';
  return (
    <>
      <Banner kind={isGood ? 'good' : 'bad'}>
        <p>{words().said(test)}</p>
        <p>{t('answered', { status: String(test.status) })}</p>
      </Banner>
      {test.excerpt !== '' && <CodeBlock title={t('answer')} code={test.excerpt} />}
    </>
  );
}

/** Why nothing was sent: the call itself failed, or what it passes on of the way to the receiver. */
function TestFailure({ error }: { error: Error }) {
  const fields = isApiError(error) ? error.fields.map(({ message }) => message) : [];
  const reason = fields.length > 0 ? [...new Set(fields)].join(' ') : error.message;
  return (
    <Banner kind="bad">
      {!(isApiError(error) && isPassedOn(error.status)) && <p>{shared('testFailed')}</p>}
      <p>{reason}</p>
    </Banner>
  );
}
