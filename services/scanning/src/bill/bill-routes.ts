import * as contract from '@packhouse/contract/scanning/bill-routes.ts';
import * as verdicts from '@packhouse/contract/scanning/verdict-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { Bill } from './bill.ts';
import { findBuildBill, findReleaseBundleBill, judgeBuildFiles, judgeReleaseBundleFiles } from './find-bill.ts';
import { writeBill } from './write-bill.ts';

const endings = { cyclonedx: 'cdx.json', spdx: 'spdx.json' } as const;

/** Sends a bill as a file under a name of its own. */
function sendBill({ platform }: Pick<Context, 'platform'>, reply: FastifyReply, bill: Bill, format: contract.BillFormat) {
  const name = `${bill.name}-${bill.version}`.replace(/[^A-Za-z0-9._-]+/g, '_');
  reply.header('content-disposition', `attachment; filename="${name}.${endings[format]}"`);
  return writeBill(bill, format, platform.version);
}

/** Bills of materials of what consists of several files, and what is known to be vulnerable in it. */
export function billRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, contract.exportBuildBill, async ({ query }, { actor, reply }) =>
    sendBill(context, reply, await findBuildBill(context, actor, { name: query.name, number: query.number, projectKey: query.project }), query.format),
  );
  handle(app, context.platform, contract.exportReleaseBundleBill, async ({ query }, { actor, reply }) =>
    sendBill(context, reply, await findReleaseBundleBill(context, actor, query), query.format),
  );
  handle(app, context.platform, verdicts.readBuildVerdict, async ({ query: { name, number, project } }, { actor }) =>
    judgeBuildFiles(context, actor, { name, number, projectKey: project }),
  );
  handle(app, context.platform, verdicts.readReleaseBundleVerdict, async ({ query }, { actor }) => judgeReleaseBundleFiles(context, actor, query));
}
