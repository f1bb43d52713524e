import { isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { NewPassword } from '@packhouse/contract/access/access-names.ts';
import { Banner, Button, notify, PasswordField, TextField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { t } from '../console-words.ts';
import { useFirstProblem } from './first-problem.ts';
import { renewPassword } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';

type Problems = Partial<Record<'user' | 'old' | 'fresh' | 'again', string>>;

function check(values: { user: string; old: string; fresh: string; again: string }): Problems {
  const fresh = NewPassword.safeParse(values.fresh);
  return {
    ...(values.user ? {} : { user: t('enterUserName') }),
    ...(values.old ? {} : { old: t('enterPassword') }),
    ...(fresh.success ? {} : { fresh: spokenProblem(fresh) ?? t('passwordRules') }),
    ...(values.fresh === values.again ? {} : { again: t('passwordsDiffer') }),
  };
}

/** Tells what the server says about single fields. */
function refused(error: unknown): Problems {
  if (!isApiError(error)) return {};
  const fresh = error.fields.find(({ path }) => path === 'newPassword')?.message;
  return { ...(fresh ? { fresh } : {}), ...(error.code === 'bad_credentials' ? { old: t('passwordWrong') } : {}) };
}

/** A new password in place of one that is known; also the way on when it has expired. */
export function ChangePasswordPage() {
  const params = useParams();
  const { name } = useSession();
  const navigate = useNavigate();
  const expired = (useLocation().state as { expired?: boolean } | null)?.expired ?? false;
  const given = params.userName ?? name;
  const [values, setValues] = useState({ user: given, old: '', fresh: '', again: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<{ title: string; detail: string }>();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState<number>();
  const form = useFirstProblem(attempt);
  const change = (field: keyof typeof values) => (value: string) => setValues((current) => ({ ...current, [field]: value }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = check(values);
    const say = (next: Problems) => {
      setProblems(next);
      if (Object.keys(next).length > 0) setAttempt((attempt ?? 0) + 1);
    };
    say(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await renewPassword({ user: values.user, oldPassword: values.old, newPassword: values.fresh }, (path, options) => void navigate(path, options));
      notify.good(t('passwordChanged'));
    } catch (error) {
      const told = refused(error);
      say(told);
      setFailure({ title: t('failedToChange'), detail: told.fresh === undefined && isApiError(error) ? error.messages.join(' ') : '' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <SignInFrame title={t('changeTitle')} documentTitle={t('changePassword')} text={expired ? t('expiredText', { name: given }) : t('changeText')}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Banner kind="bad">
            <div className="sign-in-failure">
              <strong>{failure.title}</strong>
              <span>{failure.detail}</span>
            </div>
          </Banner>
        )}
        {given === '' ? (
          <TextField label={t('userName')} value={values.user} onChange={change('user')} problem={problems.user} autoComplete="username" />
        ) : (
          <input type="hidden" name="username" autoComplete="username" value={given} readOnly />
        )}
        <PasswordField label={t('currentPassword')} value={values.old} onChange={change('old')} problem={problems.old} autoComplete="current-password" />
        <PasswordField
          label={t('newPassword')}
          value={values.fresh}
          onChange={change('fresh')}
          problem={problems.fresh}
          hint={t('passwordRules')}
          autoComplete="new-password"
        />
        <PasswordField label={t('confirmPassword')} value={values.again} onChange={change('again')} problem={problems.again} autoComplete="new-password" />
        <Button type="submit" kind="primary" loading={busy}>
          {t('changePassword')}
        </Button>
      </form>
      <Link to="/login">{t('backToLogin')}</Link>
    </SignInFrame>
  );
}
