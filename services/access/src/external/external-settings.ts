import { readSignInOptions, type SignInOptions, updateSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type By, type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from '../setting/settings.ts';

const settingName = 'externalSignIn';
const Stored = z.object({ externalOnly: z.boolean().default(false), autoRedirect: z.string().default('') });

/** How the sign-in page treats outside providers. */
export async function signInOptions(db: Db): Promise<SignInOptions> {
  return Stored.parse((await selectSettings(db)).find(({ name }) => name === settingName)?.value ?? {});
}

/** Changes it with other things. */
export async function changeOptionsIn(
  transaction: ChangeTransaction,
  record: (change: Change) => Promise<void>,
  change: Partial<SignInOptions>,
): Promise<SignInOptions> {
  const before = await signInOptions(transaction);
  await upsertSetting(transaction, settingName, { ...before, ...change });
  const after = await signInOptions(transaction);
  await record({ action: 'setting.changed', subject: 'external-sign-in', before, after });
  return after;
}

export function changeSignInOptions(context: Context, change: Partial<SignInOptions>, by: By): Promise<SignInOptions> {
  return inChange(context, by, (transaction, record) => changeOptionsIn(transaction, record, change));
}

export function signInOptionRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, readSignInOptions, () => signInOptions(context.db));

  handle(app, context.platform, updateSignInOptions, ({ body }, { actor, address }) => changeSignInOptions(context, body, { actor: actor.name, address }));
}
