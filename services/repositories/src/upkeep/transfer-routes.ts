import * as contract from '@packhouse/contract/repositories/transfer-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { replaceTransferLimit } from '../download/transfer-queries.ts';

async function readTransfer({ transfers }: Context): Promise<contract.DataTransfer> {
  const { limitMegabytes, received, sent, endsAt } = await transfers.read();
  return { limitMegabytes, receivedBytes: received, sentBytes: sent, endsAt: endsAt.toISOString() };
}

/** The month's data transfer and its limit. */
export function transferRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, transfers } = context;

  handle(app, platform, contract.readDataTransfer, () => readTransfer(context));

  handle(app, platform, contract.changeDataTransferLimit, async ({ body }, { actor, address }) => {
    await db.transaction().execute(async (tx) => {
      const before = { limitMegabytes: await replaceTransferLimit(tx, body.limitMegabytes) };
      await platform.outbox.publish(tx, { type: 'transfer-limit.changed', subject: 'data-transfer', data: {} });
      await platform.identity.audit({ actor: actor.name, address, action: 'transfer-limit.changed', subject: 'data-transfer', before, after: body }, tx);
    });
    await transfers.flush();
    return readTransfer(context);
  });

  handle(app, platform, contract.askForTransfer, async () => transfers.require());
}
