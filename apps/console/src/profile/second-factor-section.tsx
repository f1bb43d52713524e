import { call, query, refresh } from '@packhouse/console-kit/calls/calls.ts';
import {
  beginOwnSecondFactor,
  confirmOwnSecondFactor,
  disableOwnSecondFactor,
  type Enrolment,
  readOwnSecondFactor,
  renewRecoveryCodes,
} from '@packhouse/contract/access/auth-mfa-routes.ts';
import { Banner, Button, notify, Section, Skeleton, TextField } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthenticatorSecret } from '../sign-in/authenticator-secret.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';
import { t } from '../sign-in/sign-in-words.ts';
import { ProfileForm } from './profile-form.tsx';

/** One's own second factor: turned on, turned off, its recovery codes replaced. */
export function SecondFactorSection({ password }: { password: string }) {
  const { data, error } = useQuery(query(readOwnSecondFactor, {}));
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (fresh: readonly string[]) => {
    setCodes(fresh);
    void refresh(readOwnSecondFactor);
  };
  return (
    <Section title={t('factor')}>
      {error && <Banner kind="bad">{error.message}</Banner>}
      {!data && !error && <Skeleton lines={2} height={20} />}
      {codes && (
        <div className="ph-card profile-form">
          <RecoveryCodes codes={codes} doneLabel={t('done')} onDone={() => setCodes(undefined)} />
        </div>
      )}
      {data && !codes && (data.enabled ? <Enabled password={password} state={data} onCodes={show} /> : <Disabled password={password} onCodes={show} />)}
    </Section>
  );
}

function Disabled({ password, onCodes }: { password: string; onCodes: (codes: readonly string[]) => void }) {
  const [otp, setOtp] = useState('');
  const [offered, setOffered] = useState<Enrolment>();
  const begin = useMutation({ mutationFn: () => call(beginOwnSecondFactor, { body: { password } }), onSuccess: setOffered });
  const confirm = useMutation({
    mutationFn: () => call(confirmOwnSecondFactor, { body: { otp } }),
    onSuccess: ({ recoveryCodes }) => {
      notify.good(t('factorIsOn'));
      onCodes(recoveryCodes);
    },
  });
  if (!offered)
    return (
      <ProfileForm onSubmit={() => begin.mutate()}>
        <p className="ph-muted">{t('factorOff')}</p>
        {begin.error && <Banner kind="bad">{begin.error.message}</Banner>}
        <Button type="submit" icon="shield" loading={begin.isPending}>
          {t('setUp')}
        </Button>
      </ProfileForm>
    );
  return (
    <ProfileForm onSubmit={() => confirm.mutate()}>
      <p className="ph-muted">{t('factorScan')}</p>
      <AuthenticatorSecret {...offered} />
      <TextField label={t('code')} value={otp} onChange={setOtp} problem={confirm.error?.message} autoComplete="one-time-code" mono maxLength={40} />
      <Button type="submit" kind="primary" loading={confirm.isPending}>
        {t('confirm')}
      </Button>
    </ProfileForm>
  );
}

interface EnabledProps {
  password: string;
  state: { required: boolean; recoveryCodesLeft: number };
  onCodes: (codes: readonly string[]) => void;
}

function Enabled({ password, state, onCodes }: EnabledProps) {
  const [otp, setOtp] = useState('');
  const body = { password, otp };
  const renew = useMutation({ mutationFn: () => call(renewRecoveryCodes, { body }), onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  const disable = useMutation({
    mutationFn: () => call(disableOwnSecondFactor, { body }),
    onSuccess: () => {
      notify.good(t('factorIsOff'));
      void refresh(readOwnSecondFactor);
    },
  });
  const problem = renew.error ?? disable.error;
  return (
    <ProfileForm onSubmit={() => renew.mutate()}>
      <p className="ph-muted">
        {t('factorOn')} {t('codesLeft', { count: state.recoveryCodesLeft })}
      </p>
      <TextField label={t('code')} value={otp} onChange={setOtp} problem={problem?.message} autoComplete="one-time-code" mono maxLength={40} />
      <div className="profile-buttons">
        <Button type="submit" loading={renew.isPending}>
          {t('newCodes')}
        </Button>
        <Button kind="danger" loading={disable.isPending} refusal={state.required ? t('factorRequired') : undefined} onClick={() => disable.mutate()}>
          {t('turnOff')}
        </Button>
      </div>
    </ProfileForm>
  );
}
