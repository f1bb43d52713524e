import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/key-compatible-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createPair, deletePair } from '../keys/key-pair-changes.ts';
import { type KeyPairRow, selectPairs } from '../keys/key-queries.ts';

/** Existing clients know nothing of pairs of other kinds. */
function toWire({ name, kind, alias, public_key: publicKey }: KeyPairRow): contract.WireKeyPair[] {
  const pairType = contract.PairType.options.find((type) => contract.kindOfType(type) === kind);
  return pairType === undefined ? [] : [{ pairName: name, pairType, alias: alias ?? name, publicKey }];
}

/** Key pairs by the calls of existing clients: the same ones that the console shows. */
export function keyPairRestRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const readAll = async () => (await selectPairs(db)).flatMap(toWire);
  const read = async (name: string) => {
    const pair = (await readAll()).find(({ pairName }) => pairName === name);
    if (!pair) throw new AppError(repositoryWords.no_key_pair, { name });
    return pair;
  };

  handle(app, platform, contract.listWireKeyPairs, readAll);
  handle(app, platform, contract.readWireKeyPair, ({ params }) => read(params.name));
  handle(app, platform, contract.createWireKeyPair, async ({ body }, call) => {
    const { pairName: name, pairType, alias, privateKey, publicKey, passphrase } = body;
    const given = { ...(publicKey ? { publicKey } : {}), ...(passphrase ? { passphrase } : {}) };
    await createPair(context, { from: 'imported', name, kind: contract.kindOfType(pairType), privateKey, ...given }, call, alias);
  });
  handle(app, platform, contract.deleteWireKeyPair, async ({ params }, call) => {
    const { pairName } = await read(params.name);
    await deletePair(context, pairName, call);
    // Whoever declares key pairs takes nothing but 200 for a success.
    return call.reply.type('text/plain').send(`${pairName} was deleted`);
  });
}
