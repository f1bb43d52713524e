import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { testIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import type { Form } from '@packhouse/ui/form/form.ts';
import { useRef, useState } from 'react';
import { type ConnectionDraft, getBody } from './connection-draft.ts';
import type { DialogEvent, DialogState } from './dialog-state.ts';
import { t } from './dialog-words.ts';

type FormOf = ReturnType<typeof Form.useForm<ConnectionDraft>>[0];
type Problems = readonly { name: (string | number)[]; errors: string[] }[];

/** Marks fields and goes to the first that is wrong. */
function blame(form: FormOf, problems: Problems): void {
  form.setFields(problems.map(({ name, errors }) => ({ name: name as never, errors })));
  const order = ['integrationName', 'url', 'userName', 'token'];
  const [first] = problems.map(({ name }) => name.join('_')).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  if (first !== undefined) document.getElementById(first)?.focus();
}

/** Why a test did not succeed: what is said first, and what the vendor or the platform says of it. */
export interface TestFailure {
  message: string;
  details: string | undefined;
}

/** Tries what stands in the form. Fields at fault are marked; whatever else goes wrong is told as what the test came to. */
export function useConnectionTest(form: FormOf, state: DialogState, send: (event: DialogEvent) => void) {
  const [failure, setFailure] = useState<TestFailure>();
  const sending = useRef(false);
  const fail = (details: string | undefined) => {
    send({ type: 'resetTest' });
    setFailure({ message: t('testFailed'), details });
  };
  const ask = async (draft: ConnectionDraft) => {
    try {
      const answer = await call(testIntegration, { body: getBody(draft, state.vendorName, state.integration) });
      if (answer.result === 'success') return send({ type: 'tested' });
      const details = [answer.details ? words().said(answer.details) : undefined, answer.vendorSays].filter((one) => one !== undefined && one !== '');
      fail(details.join(' ') || undefined);
    } catch (error) {
      const fields = isApiError(error) ? error.fields : [];
      const own = fields.filter(({ path }) => path in draft);
      if (own.length === 0) return fail(fields.map(({ message }) => message).join(' ') || (error as Error).message);
      send({ type: 'resetTest' });
      blame(
        form,
        own.map(({ path, message }) => ({ name: [path], errors: [message] })),
      );
    }
  };
  const test = async () => {
    // A second press may come before the first is drawn.
    if (sending.current) return;
    sending.current = true;
    setFailure(undefined);
    form.setFields(form.getFieldsError().map(({ name }) => ({ name: name as never, errors: [] })));
    send({ type: 'testing' });
    try {
      const draft = await form.validateFields().catch(({ errorFields }: { errorFields: Problems }) => {
        send({ type: 'resetTest' });
        blame(form, errorFields);
        return undefined;
      });
      if (draft) await ask(draft);
    } finally {
      sending.current = false;
    }
  };
  return { test, failure, forget: () => setFailure(undefined) };
}
