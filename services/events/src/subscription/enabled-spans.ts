import { type FollowedEvent, isCommittedBefore, type OutboxPosition } from '@packhouse/kernel/events/outbox.ts';

/** A span in which a webhook was enabled; the one that has no end is now. */
export interface EnabledSpan {
  from: OutboxPosition;
  until?: OutboxPosition;
}

/** Spans of a webhook that are remembered: events are looked at within seconds, and none comes so late that it asks for an older one. */
const mostSpans = 100;

/** The spans of a webhook that is switched on or off at this moment. */
export function switchSpans(spans: readonly EnabledSpan[], isEnabled: boolean, at: OutboxPosition): EnabledSpan[] {
  if (isEnabled) return [...spans, { from: at }].slice(-mostSpans);
  return spans.map((span) => (span.until ? span : { ...span, until: at }));
}

/** Whether an event was committed while a webhook was enabled. Neither its time nor its number tells: both are older than its commit. */
export function wasEnabled(spans: readonly EnabledSpan[], event: Pick<FollowedEvent, 'id' | 'transaction'>): boolean {
  return spans.some(({ from, until }) => !isCommittedBefore(event, from) && (!until || isCommittedBefore(event, until)));
}
