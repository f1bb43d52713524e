import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import { Banner, Button, PasswordField, TextField } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './external-words.ts';

interface SignInTrialProps<Found extends { ok: boolean }> {
  /** Asks the server, with the values of the form as they stand. */
  run: (who: { user: string; password: string }) => Promise<Found>;
  /** Under which name the question holds the values of the form: what is wrong with them is said beside their fields. */
  part: string;
  wordsOf: (found: Found, user: string) => string;
  refusal: string | undefined;
}

/** Tries the form's values as they stand, with somebody's name and password. */
export function SignInTrial<Found extends { ok: boolean }>({ run, part, wordsOf: readWords, refusal }: SignInTrialProps<Found>) {
  const form = Form.useFormInstance();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ kind: 'good' | 'bad'; text: string }>();
  const fail = (error: unknown) => {
    if (!isApiError(error)) throw error;
    const problems = error.fields.map(({ path, message }) => ({ name: path.startsWith(`${part}.`) ? path.slice(part.length + 1) : path, errors: [message] }));
    form.setFields(problems);
    setOutcome({ kind: 'bad', text: problems.length > 0 ? t('needsAttention') : error.message });
  };
  const test = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const found = await run({ user, password });
      setOutcome({ kind: found.ok ? 'good' : 'bad', text: readWords(found, user) });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <TextField label={t('testUser')} value={user} onChange={setUser} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      <PasswordField label={t('testPassword')} value={password} onChange={setPassword} autoComplete="off" />
      <div>
        <Button icon="bolt" loading={busy} refusal={refusal} onClick={() => void test()}>
          {t('test')}
        </Button>
      </div>
      {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
    </FormGroup>
  );
}
