import type { HookHealth } from '@packhouse/contract/events/hook-routes.ts';
import { absoluteTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import { spellDuration, spellTime } from '../times.ts';
import { t } from '../webhooks-words.ts';

const kinds: Record<HookHealth['state'], StatusKind> = { healthy: 'good', failing: 'bad', paused: 'warning', disabled: 'neutral' };

function getState({ state, since, status }: HookHealth): string {
  if (state === 'healthy' || state === 'disabled') return t(`is_${state}`);
  const time = spellTime(since);
  if (state === 'failing' && status !== undefined) return t('is_failing_status', { time, status: String(status) });
  return t(`is_${state}`, { time });
}

/** How a webhook is doing: 'Failing since 14:02 (503) · 1,204 waiting · next try 14:32'. */
export function Health({ health }: { health: HookHealth }) {
  const { state, since, reason, waiting, nextTryAt, loop } = health;
  const parts = [
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
    ...(state === 'failing' && nextTryAt !== undefined ? [t('nextTry', { time: spellTime(nextTryAt) })] : []),
  ];
  // The status of the answer says it already.
  const isSaid = state === 'healthy' || (state === 'failing' && health.status !== undefined);
  return (
    <div className="hook-health">
      <span title={absoluteTime(new Date(since))}>
        <StatusTag kind={kinds[state]}>{getState(health)}</StatusTag>
      </span>
      {parts.length > 0 && <div className="ph-muted">{parts.join(' · ')}</div>}
      {loop && <div className="hook-problem">{t('loops', { subject: loop.subject, count: loop.count })}</div>}
      {reason && !isSaid && <div className="ph-muted">{words().said(reason)}</div>}
    </div>
  );
}

/** What arrived and what did not within a day, as a bar and in words. */
export function DayBar({ health: { delivered, failed, p95 } }: { health: HookHealth }) {
  const total = delivered + failed;
  if (total === 0) return <span className="ph-muted">{t('nothingDelivered')}</span>;
  const spoken = [t('delivered', { count: delivered }), ...(failed > 0 ? [t('failed', { count: failed })] : [])].join(' · ');
  return (
    <div className="hook-day">
      <span className="hook-day-bar" aria-hidden>
        <i style={{ width: `${(delivered / total) * 100}%` }} />
      </span>
      <span>{spoken}</span>
      {p95 !== undefined && <span className="ph-muted">{t('answerTime', { time: spellDuration(p95) })}</span>}
    </div>
  );
}
