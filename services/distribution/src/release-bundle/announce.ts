import type { ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Context } from '../context.ts';

export interface About {
  name: string;
  version: string;
}

/** Place in a distribution repository, by which the event stream knows who may learn of it. */
export const getPlace = ({ name, version }: About) => ({ repository: releaseBundleRepositoryKey, path: `${name}/${version}` });

/** Tells those who may read the bundle what has become of it. */
export async function announce(
  { platform }: Context,
  tx: AnyTransaction,
  verb: 'created' | 'updated' | 'signed' | 'received' | 'promoted' | 'deleted',
  bundle: About & { type: ReleaseBundleType },
): Promise<void> {
  const { name, version, type } = bundle;
  await platform.outbox.publish(tx, {
    type: `release-bundle.${verb}`,
    subject: `${name}/${version}`,
    data: { ...getPlace(bundle), bundle: name, version, type },
  });
}

export interface Caller {
  actor: { name: string };
  address: string;
}

/** Records a change together with it. */
export async function audit(
  { platform }: Context,
  tx: AnyTransaction | undefined,
  { actor, address }: Caller,
  action: string,
  subject: string,
  change: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await platform.identity.audit({ actor: actor.name, address, action, subject, ...change }, tx);
}
