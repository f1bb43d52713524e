import type { HookAttempt, HookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Selectable } from 'kysely';
import type { AttemptTable } from '../schema.ts';
import { getWebhook } from '../subscription/handler-queries.ts';
import type { ListedMessage } from './delivery-queries.ts';

export function toDelivery(row: ListedMessage): HookDelivery {
  const reason = findSaid(row);
  return {
    id: row.public_id,
    webhook: getWebhook(row.subscription),
    domain: row.domain,
    eventType: row.event_type,
    subject: row.subject,
    ...(row.other_subject === null ? {} : { otherSubject: row.other_subject }),
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    ...(row.status === null ? {} : { status: row.status }),
    ...(reason ? { reason } : {}),
    ...(row.state === 'waiting' ? { nextTryAt: row.next_at.toISOString() } : {}),
    ...(row.settled_at ? { settledAt: row.settled_at.toISOString() } : {}),
    ...(row.duration === null ? {} : { duration: row.duration }),
    ...(row.is_hollow ? { hollow: true as const } : {}),
  };
}

export function toAttempt(row: Selectable<AttemptTable>): HookAttempt {
  const error = findSaid(row);
  return {
    number: row.number,
    at: row.at.toISOString(),
    method: row.method,
    url: row.url,
    request: row.request,
    ...(row.response ? { response: row.response } : {}),
    timing: row.timing,
    ...(error ? { error } : {}),
    ...(row.manual_by === null ? {} : { manualBy: row.manual_by }),
  };
}
