import { call, notifyFailure, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { inviteAgain, readUserState, unlockUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { resetSecondFactor } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { Button, notify, RelativeTime, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { FormGroup } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from './users-words.ts';

/** Shows what stands between a user and the console besides the password, each with the way out of it. */
export function UserStateFields({ name }: { name: string }) {
  const { data, isPending } = useQuery(query(readUserState, { params: { name } }));
  useLive(['access.user.', 'access.password.'], readUserState);
  const refusal = useRefusal(unlockUser);
  const [busy, setBusy] = useState<string>();
  if (!data)
    return isPending ? (
      <FormGroup title={t('state')} text={t('stateHelp')}>
        <Skeleton lines={2} height={20} />
      </FormGroup>
    ) : null;
  const run = async (what: string, work: () => Promise<void>, said: string) => {
    setBusy(what);
    try {
      await work();
      await refresh(readUserState);
      notify.good(said);
    } catch (error) {
      notifyFailure(error as Error);
    } finally {
      setBusy(undefined);
    }
  };
  const params = { name };
  const isHeldUp = data.locked || data.blockedUntil !== null;
  return (
    <FormGroup title={t('state')} text={t('stateHelp')}>
      {(isHeldUp || !data.invitation) && (
        <Line
          tag={<StatusTag kind={isHeldUp ? 'warning' : 'good'}>{t(data.locked ? 'lockedForGood' : isHeldUp ? 'locked' : 'notLocked')}</StatusTag>}
          text={isHeldUp && <Reason {...data} />}
          action={
            isHeldUp && (
              <Button
                size="small"
                icon="lock"
                loading={busy === 'unlock'}
                refusal={refusal}
                onClick={() => void run('unlock', () => call(unlockUser, { params }), t('wasUnlocked', { name }))}
              >
                {t('unlock')}
              </Button>
            )
          }
        />
      )}
      <Line
        tag={<StatusTag kind={data.secondFactor ? 'good' : 'neutral'}>{t(data.secondFactor ? 'hasFactor' : 'noFactor')}</StatusTag>}
        action={
          data.secondFactor && (
            <Button
              size="small"
              kind="danger"
              loading={busy === 'factor'}
              refusal={refusal}
              onClick={() => void run('factor', () => call(resetSecondFactor, { params }), t('factorWasReset', { name }))}
            >
              {t('resetFactor')}
            </Button>
          )
        }
      />
      {data.invitation && (
        <Line
          tag={<StatusTag kind="info">{t('invitedState')}</StatusTag>}
          text={
            <>
              {t('invitedBy', { name: data.invitation.invitedBy })} <RelativeTime at={data.invitation.createdAt} />
            </>
          }
          action={
            <Button
              size="small"
              icon="mail"
              loading={busy === 'invite'}
              refusal={refusal}
              onClick={() => void run('invite', () => call(inviteAgain, { params }), t('wasInvited', { name }))}
            >
              {t('inviteAgain')}
            </Button>
          }
        />
      )}
    </FormGroup>
  );
}

function Line({ tag, text, action }: { tag: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="access-state">
      {tag}
      <span className="ph-muted">{text}</span>
      {action}
    </div>
  );
}

/** Why a user cannot try a password now. */
function Reason({ locked, blockedUntil }: { locked: boolean; blockedUntil: string | null }) {
  if (locked) return t('lockedByFailures');
  return (
    blockedUntil !== null && (
      <>
        {t('lockedUntil')} <RelativeTime at={blockedUntil} />
      </>
    )
  );
}
