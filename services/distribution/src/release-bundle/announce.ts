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

/** What events say of a version. */
export interface Announced extends About {
  type: ReleaseBundleType;
  bytes: number;
  storing_repository: string;
}

/** `not-signed` and `not-withdrawn` mean that it was tried in vain. */
type Verb =
  | 'created'
  | 'updated'
  | 'signed'
  | 'not-signed'
  | 'received'
  | 'promotion-started'
  | 'promoted'
  | 'promotion-failed'
  | 'withdrawing'
  | 'not-withdrawn'
  | 'deleted';

export const describeReleaseBundle = (bundle: Announced) => ({
  ...getPlace(bundle),
  bundle: bundle.name,
  version: bundle.version,
  type: bundle.type,
  size: bundle.bytes,
  store: bundle.storing_repository,
});

/** Tells those who may read the bundle what has become of it. */
export async function announce(
  { platform }: Pick<Context, 'platform'>,
  tx: AnyTransaction,
  verb: Verb,
  bundle: Announced,
  more: { by: string; environment?: string; message?: string },
): Promise<void> {
  const data = { ...describeReleaseBundle(bundle), ...more };
  await platform.outbox.publish(tx, { type: `release-bundle.${verb}`, subject: `${bundle.name}/${bundle.version}`, data });
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
  change: { name?: string; before?: unknown; after?: unknown } = {},
): Promise<void> {
  await platform.identity.audit({ actor: actor.name, address, action, subject, ...change }, tx);
}
