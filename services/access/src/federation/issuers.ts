import type { LinkDescription } from '@packhouse/contract/access/federation-peer-routes.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { selectSigningKeys } from '../token/signing-keys.ts';
import { replaceIssuers } from './issuer-queries.ts';

type Issuers = z.output<typeof LinkDescription>['issuers'];

/** Keys that access tokens of this deployment are signed with, for others to check them. */
export async function ownIssuers({ db }: Context): Promise<Issuers> {
  return (await selectSigningKeys(db)).map(({ id, public_key }) => ({ kid: id, key: public_key as Issuers[number]['key'] }));
}

export async function keepIssuers({ db }: Context, deployment: string, issuers: Issuers): Promise<void> {
  await db.transaction().execute((transaction) => replaceIssuers(transaction, deployment, issuers));
}
