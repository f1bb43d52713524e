import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import type { PipelineSecret, PipelineSecretInput } from '@packhouse/contract/pipelines/secret-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { deleteSecret, lockSecret, noteUse, putSecret, type SecretRow, selectSecrets, selectSecretsNamed } from './secret-queries.ts';

type Call = Pick<HandlerContext, 'actor' | 'address'>;

const toSecret = (row: SecretRow): PipelineSecret => ({
  name: row.name,
  description: row.description,
  users: [...row.users],
  groups: [...row.groups],
  createdBy: row.created_by,
  modifiedAt: row.modified_at.toISOString(),
  ...(row.used_at ? { usedAt: row.used_at.toISOString() } : {}),
});

const toAudited = ({ description, users, groups }: SecretRow) => ({ description, users, groups });

export const readSecrets = async ({ db }: Pick<Context, 'db'>): Promise<PipelineSecret[]> => (await selectSecrets(db)).map(toSecret);

/** Keeps a secret under this name; without a value the present one stays. @throws AppError `invalid_input` where there is none yet */
export async function keepSecret(
  context: Context,
  name: string,
  input: z.output<typeof PipelineSecretInput>,
  { actor, address }: Call,
): Promise<PipelineSecret> {
  const { db, platform } = context;
  const { value, ...said } = input;
  return db.transaction().execute(async (tx) => {
    const before = await lockSecret(tx, name);
    const sealed = value === undefined ? before?.sealed : platform.secrets.encrypt(value);
    if (sealed === undefined) throw fieldRefusal('value', say(runnerWords.secret_needs_value));
    const row = await putSecret(tx, { name, ...said, sealed, created_by: actor.name });
    const after = { ...toAudited(row), hasNewValue: value !== undefined };
    const action = before ? 'pipeline-secret.updated' : 'pipeline-secret.created';
    await platform.identity.audit({ actor: actor.name, address, action, subject: name, ...(before ? { before: toAudited(before) } : {}), after }, tx);
    return toSecret(row);
  });
}

/** @throws AppError `not_found` */
export async function removeSecret({ db, platform }: Context, name: string, { actor, address }: Call): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await deleteSecret(tx, name);
    if (!gone) throw new AppError(runnerWords.no_pipeline_secret, { name });
    await platform.identity.audit({ actor: actor.name, address, action: 'pipeline-secret.deleted', subject: name, before: toAudited(gone) }, tx);
  });
}

const isGivenTo = (actor: Actor, { users, groups }: SecretRow) =>
  actor.administrator || users.includes(actor.name) || groups.some((group) => actor.groups.includes(group));

/** Those that variables name, for an author who is given them all. @throws AppError `forbidden`, whether one is not there or not given */
async function needSecrets({ db }: Pick<Context, 'db'>, actor: Actor, names: readonly string[]): Promise<Map<string, SecretRow>> {
  const rows = await selectSecretsNamed(db, [...new Set(names)]);
  const given = new Map(rows.filter((row) => isGivenTo(actor, row)).map((row) => [row.name, row]));
  const missing = names.find((name) => !given.has(name));
  if (missing !== undefined) throw new AppError(runnerWords.secret_not_given, { name: missing, user: actor.name });
  return given;
}

/** @throws AppError `forbidden` where the author is not given every secret that variables name */
export async function requireSecrets(context: Pick<Context, 'db'>, actor: Actor, variables: Readonly<Record<string, string>>): Promise<void> {
  await needSecrets(context, actor, Object.values(variables));
}

/** Values of the secrets that variables name, as the author of a pipeline is given them at this moment. @throws AppError `forbidden` */
export async function openSecrets({ db, platform }: Context, actor: Actor, variables: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const given = await needSecrets({ db }, actor, Object.values(variables));
  await noteUse(db, [...given.keys()]);
  return Object.fromEntries(Object.entries(variables).map(([variable, name]) => [variable, platform.secrets.decrypt(given.get(name)!.sealed)]));
}
