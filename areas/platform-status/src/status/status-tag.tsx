import type { Peer } from '@packhouse/contract/operations-status-routes.ts';
import { StatusTag } from '@packhouse/ui/core.ts';
import { t } from './messages.ts';

/** Whether a node is there, in word and colour. */
export function NodeState({ status }: Pick<Peer, 'status'>) {
  return <StatusTag kind={status === 'Online' ? 'good' : 'bad'}>{t(status)}</StatusTag>;
}
