import type { Replication } from '@packhouse/contract/repositories/replication-routes.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { checked } from '../reading/request-body.ts';
import { type Changer, changeReplicationsIn } from '../replication/replication.ts';
import { needReplicable } from '../replication/replication-rules.ts';
import { showReplications } from '../replication/replication-view.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { element, value } from './descriptor-elements.ts';
import { isRemoval, needRecord, refuse } from './descriptor-fields.ts';
import { getReplicationConfig, getReplicationInput, inTheirNames, RestReplication } from './replication-rest-config.ts';

/** Replications as a descriptor wants them, by the names it gives them; nothing for one that goes. */
export type GivenReplications = ReadonlyMap<string, { place: string; wanted: (RestReplication & { repoKey: string }) | undefined }>;

/** Where those that send a repository away stand, and those that fill one. */
const lists = { localReplications: 'localReplication', remoteReplications: 'remoteReplication' } as const;
export const replicationLists = Object.keys(lists);
/** A list that goes as a whole. */
const everything = '*';

/** Reads what a descriptor says of replications. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readReplications(document: Record<string, unknown>): GivenReplications {
  const given = new Map<string, { place: string; wanted: (RestReplication & { repoKey: string }) | undefined }>();
  for (const list of replicationLists) {
    if (document[list] === undefined) continue;
    if (isRemoval(document[list])) {
      given.set(`${list}.${everything}`, { place: list, wanted: undefined });
      continue;
    }
    for (const [key, one] of Object.entries(needRecord(document[list], list))) {
      const place = `${list}.${key}`;
      if (isRemoval(one)) {
        given.set(place, { place: list, wanted: undefined });
        continue;
      }
      const wanted = checked(needRecord(one, place), RestReplication);
      if (!wanted.repoKey) refuse(`${place}.repoKey`);
      given.set(place, { place: list, wanted: { ...wanted, repoKey: wanted.repoKey } });
    }
  }
  return given;
}

const nameList = ({ direction }: Replication) => (direction === 'push' ? 'localReplications' : 'remoteReplications');
const nameOne = (one: Replication) => `${nameList(one)}.${getReplicationConfig(one).replicationKey}`;

interface Call {
  tx: Transaction<RepositoriesSchema>;
  call: Changer & { actor: Parameters<typeof needReplicable>[1] };
}

async function removeOne(context: Context, { tx, call }: Call, one: Replication): Promise<void> {
  const repository = await needReplicable(context, call.actor, one.repository);
  await changeReplicationsIn(
    context,
    tx,
    repository,
    async ({ rows, remove }) => {
      const row = rows.find(({ id }) => id === one.id);
      if (row) await remove(row);
    },
    call,
  );
}

async function placeOne(
  context: Context,
  { tx, call }: Call,
  key: string,
  { place, wanted }: { place: string; wanted: RestReplication & { repoKey: string } },
  known: Replication | undefined,
): Promise<void> {
  const repository = await needReplicable(context, call.actor, wanted.repoKey);
  if ((repository.class === 'remote') !== (place === 'remoteReplications')) refuse(`${key}.repoKey`);
  await changeReplicationsIn(
    context,
    tx,
    repository,
    async ({ rows, isPull, add, change }) => {
      const before = rows.find(({ id }) => id === known?.id) ?? (isPull ? rows[0] : rows.find(({ url }) => url === (wanted.url ?? '')));
      const input = getReplicationInput(wanted, { before, isPull });
      await (before ? change(before, input) : add(input));
    },
    call,
  );
}

/**
 * Has replications be as a descriptor wants them; where it is the whole one, those that it does not name go.
 * @throws AppError `bad_request`, `repository_not_found`
 */
export async function changeDescribedReplications(context: Context, call: Call, given: GivenReplications, isWhole: boolean): Promise<void> {
  if (given.size === 0 && !isWhole) return;
  const before = await showReplications(context);
  const isMeant = (one: Replication) => {
    const { wanted } = given.get(nameOne(one)) ?? {};
    return wanted ?? [...given.values()].find((each) => each.wanted?.repoKey === one.repository && (one.direction !== 'push' || each.wanted.url === one.url));
  };
  for (const one of before) {
    const isTaken = given.get(nameOne(one))?.wanted === undefined && (given.has(nameOne(one)) || given.has(`${nameList(one)}.${everything}`));
    if (isTaken || (isWhole && !isMeant(one))) await removeOne(context, call, one);
  }
  for (const [key, { place, wanted }] of given) {
    if (!wanted) continue;
    const known = before.find((one) => nameOne(one) === key && one.repository === wanted.repoKey);
    await placeOne(context, call, key, { place, wanted }, known).catch((error: unknown) => {
      throw inTheirNames(error);
    });
  }
}

function toElement(one: Replication): string {
  const { replicationType: _, ...told } = getReplicationConfig(one);
  const fields = Object.entries(told).filter(([, said]) => said !== '' && said !== undefined);
  return element(lists[nameList(one)], fields.map(([name, said]) => value(name, said as string | number | boolean)).join(''));
}

/** Replications as existing clients read them; passwords are told to nobody. */
export function toReplicationElements(all: readonly Replication[]): string {
  const told = (list: keyof typeof lists) => all.filter((one) => nameList(one) === list).map(toElement);
  return (Object.keys(lists) as (keyof typeof lists)[]).map((list) => (told(list).length === 0 ? '' : element(list, told(list).join('')))).join('');
}
