import { call } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { currentUser, login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { Banner, Button, Dialog, PasswordField } from '@packhouse/ui/core.ts';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';
import { t } from '../console-words.ts';
import { paths } from '../navigation/landing.ts';
import { useFirstProblem } from './first-problem.ts';
import { forgetUser, resume } from './keep-session.ts';

/** Realms whose people have no password that this platform could ask for. */
const outside: readonly string[] = ['saml', 'oauth', 'http'];

/** Goes on when the reader has signed in on another tab. For somebody else the page begins anew. */
async function lookAgain(name: string): Promise<void> {
  const user = await call(currentUser, {}).catch(() => undefined);
  if (user?.kind !== 'user') return;
  if (user.name === name) resume();
  else window.location.reload();
}

function useReturn(name: string): void {
  useEffect(() => {
    const look = () => void lookAgain(name);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [name]);
}

/** Asks for the password over a page with something typed, which stays as it is. Closing it leads to sign-in. */
export function SessionEndDialog() {
  const { name, realm } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const id = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [missed, setMissed] = useState<number>();
  const [busy, setBusy] = useState(false);
  const form = useFirstProblem(missed);
  const [next, setNext] = useState<string>(paths.login);
  const elsewhere = useHref(next);
  const canType = !outside.includes(realm) && next === paths.login;
  useReturn(name);
  useEffect(() => {
    if (pathname.startsWith(paths.login)) forgetUser();
  }, [pathname]);
  const refuse = (message: string) => {
    setProblem(message);
    setMissed((missed ?? 0) + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (password === '') return refuse(t('enterPassword'));
    setBusy(true);
    setProblem(undefined);
    try {
      const { mfaStatus } = await call(login, { query: {}, body: { user: name, password, type: 'login' } });
      if (mfaStatus === 'verify' || mfaStatus === 'enroll') setNext(mfaStatus === 'verify' ? '/login/otp-login' : '/login/mfa-enroll');
      else resume();
    } catch (error) {
      refuse((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      <a className="ph-button ph-button-secondary" href={elsewhere} target="_blank" rel="noreferrer">
        {t('signInElsewhere')}
      </a>
      {canType && (
        <Button type="submit" form={id} kind="primary" loading={busy}>
          {t('signIn')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t('sessionEndedTitle')} onClose={() => void navigate(paths.ended)} footer={footer} sticky>
      <form ref={form} id={id} className="ph-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('sessionEndedHere', { name })}</p>
        {next !== paths.login && <Banner kind="info">{t('secondStepElsewhere')}</Banner>}
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        {canType && <PasswordField label={t('password')} value={password} onChange={setPassword} problem={problem} autoComplete="current-password" />}
      </form>
    </Dialog>
  );
}
