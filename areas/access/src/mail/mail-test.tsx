import { call, isApiError, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { sendTestMail } from '@packhouse/contract/access/auth-mail-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { Banner, Button, TextField } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import type { MailDraft } from './mail-draft.ts';
import { t } from './mail-words.ts';

type Body = RouteInput<typeof sendTestMail>['body'];
type Outcome = { kind: 'good' | 'bad'; text: string };

/** Sends one mail with the form's values as they stand. */
export function MailTest({ bodyOf: getBody }: { bodyOf: (values: Partial<MailDraft>) => Omit<Body, 'to'> }) {
  const form = Form.useFormInstance<MailDraft>();
  const refusal = useRefusal(sendTestMail);
  const [to, setTo] = useState(useSession().email);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();

  const fail = (error: unknown) => {
    if (!isApiError(error)) throw error;
    const own = error.fields.find(({ path }) => path === 'to');
    setProblem(own?.message);
    const others = error.fields.filter(({ path }) => path !== 'to');
    form.setFields(others.map(({ path, message }) => ({ name: path.split('.') as never, errors: [message] })));
    if (!own || others.length > 0) setOutcome({ kind: 'bad', text: others.length > 0 ? t('needsAttention') : error.messages.join(' ') });
  };
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    setOutcome(undefined);
    try {
      const { response } = await call(sendTestMail, { body: { ...getBody(form.getFieldsValue(true)), to } });
      setOutcome({ kind: 'good', text: t('sent', { response }) });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <div className="access-mail-test">
        <TextField label={t('to')} type="email" value={to} onChange={setTo} problem={problem} autoComplete="email" />
        <Button icon="mail" loading={busy} refusal={refusal} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
      {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
    </FormGroup>
  );
}
