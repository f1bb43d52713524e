import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { isKnownLicence } from '@packhouse/formats/licence-rule.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { deleteOwnLicenceRow, isWordTaken, keepOwnLicence, type OwnLicenceRow, selectOwnLicences } from './own-licence-queries.ts';

const toLicence = ({ modified_at, ...row }: OwnLicenceRow): contract.OwnLicence => ({ ...row, modified: modified_at.toISOString() });

async function needLicence({ db }: Pick<Context, 'db'>, name: string): Promise<contract.OwnLicence> {
  const [row] = await selectOwnLicences(db, name);
  if (!row) throw new AppError(scanningWords.no_own_licence, { name });
  return toLicence(row);
}

/** What the SPDX list has keeps its meaning: nobody turns MIT into something else. @throws AppError `invalid_input` */
function requireUnlisted({ name, spellings }: contract.OwnLicenceInput): void {
  if (isKnownLicence(name)) throw fieldRefusal('name', say(scanningWords.licence_is_known, { name }));
  const listed = spellings.find((one) => isKnownLicence(one));
  if (listed !== undefined) throw fieldRefusal('spellings', say(scanningWords.licence_is_known, { name: listed }));
}

type By = Pick<HandlerContext, 'actor' | 'address'>;

async function save(context: Context, { actor, address }: By, input: contract.OwnLicenceInput, before: contract.OwnLicence | undefined) {
  const { db, platform } = context;
  requireUnlisted(input);
  await db.transaction().execute(async (tx) => {
    if (await isWordTaken(tx, input, before?.name ?? '')) throw fieldRefusal(before ? 'spellings' : 'name', say(scanningWords.own_licence_exists));
    await keepOwnLicence(tx, input, actor.name);
    const action = before ? 'own-licence.changed' : 'own-licence.created';
    await platform.identity.audit({ actor: actor.name, address, action, subject: input.name, ...(before ? { before } : {}), after: input }, tx);
    await queueEvaluation(context, { transaction: tx });
  });
  return needLicence(context, input.name);
}

/** Licences that people here describe. */
export function ownLicenceRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listOwnLicences, async () => {
    const data = (await selectOwnLicences(db)).map(toLicence);
    return { data, total_count: data.length };
  });
  handle(app, platform, contract.createOwnLicence, async ({ body }, by) => save(context, by, body, undefined));
  handle(app, platform, contract.changeOwnLicence, async ({ params, body }, by) => {
    const before = await needLicence(context, params.name);
    if (body.name !== params.name) throw new AppError(scanningWords.own_licence_stays);
    return save(context, by, body, before);
  });
  handle(app, platform, contract.deleteOwnLicence, async ({ params }, { actor, address }) => {
    const before = await needLicence(context, params.name);
    await db.transaction().execute(async (tx) => {
      await deleteOwnLicenceRow(tx, params.name);
      await platform.identity.audit({ actor: actor.name, address, action: 'own-licence.deleted', subject: params.name, before }, tx);
      await queueEvaluation(context, { transaction: tx });
    });
  });
}
