import type { HookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './deliveries-words.ts';

const kinds: Record<HookDelivery['state'], StatusKind> = { waiting: 'info', sending: 'running', delivered: 'good', dead: 'bad', cancelled: 'neutral' };

/** How far a message is. */
export function DeliveryState({ state }: Pick<HookDelivery, 'state'>) {
  return <StatusTag kind={kinds[state]}>{t(`is_${state}`)}</StatusTag>;
}
