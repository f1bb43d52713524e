import type { NodeStorage, Peer } from '@packhouse/contract/operations/operations-status-routes.ts';
import { type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './status-words.ts';

/** Whether a node is there, in word and colour. */
export function NodeState({ status }: Pick<Peer, 'status'>) {
  return <StatusTag kind={status === 'Online' ? 'good' : 'bad'}>{t(status)}</StatusTag>;
}

const storageKinds: Record<NodeStorage['state'], StatusKind> = { Working: 'good', Full: 'bad', Unusable: 'bad', Unknown: 'warning' };

/** Whether a node can write to the storage, in word and colour. */
export function StorageState({ state }: Pick<NodeStorage, 'state'>) {
  return <StatusTag kind={storageKinds[state]}>{t(state)}</StatusTag>;
}
