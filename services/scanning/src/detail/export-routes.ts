import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { exportDetails } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { exportComponentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Bill } from '../bill/bill.ts';
import { writeCycloneDx } from '../bill/cyclone-dx.ts';
import { writeExploitability } from '../bill/exploitability.ts';
import { findBuildBill, findReleaseBundleBill } from '../bill/find-bill.ts';
import { writeSpdx } from '../bill/spdx.ts';
import { writeBill } from '../bill/write-bill.ts';
import type { Context } from '../context.ts';
import { readSetLicences } from '../knowledge/set-licences.ts';
import { needVersion } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { findingColumns, readFindingLines, writeCsv } from './findings-file.ts';

type Targets = readonly [TargetRow, ...TargetRow[]];
type Kind = 'cyclonedx' | 'vex' | 'spdx' | 'csv' | 'json';

const endings = { cyclonedx: 'cdx.json', vex: 'vex.cdx.json', spdx: 'spdx.json', csv: 'csv', json: 'json' } as const;

/** The content of a file about a version, under a name of its own. */
async function makeFile(context: Context, reply: FastifyReply, targets: Targets, kind: Kind): Promise<Record<string, unknown> | string> {
  const [main] = targets;
  const name = `${main.package}-${main.version}`.replace(/[^A-Za-z0-9._-]+/g, '_');
  reply.header('content-disposition', `attachment; filename="${name}.${endings[kind]}"`);
  if (kind === 'cyclonedx') return writeCycloneDx(context, targets);
  if (kind === 'vex') return writeExploitability(context, targets);
  if (kind === 'spdx') return writeSpdx(context, targets, (await readSetLicences(context, [main])).get(main.id) ?? []);
  const lines = await readFindingLines(context, targets);
  return kind === 'csv' ? writeCsv(findingColumns, lines as never) : { data: lines };
}

/** A version as a file: what it consists of, or what was found in it. */
export function exportRoute(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, exportComponentDetails, async ({ body }, { actor, reply }) => {
    const file = await makeFile(context, reply, await needVersion(context, actor, body), body.format);
    if (typeof file === 'object') return file as { bomFormat?: string };
    await reply.type('text/csv; charset=utf-8').send(file);
    return {};
  });
}

/** What consists of several files has kinds of its own among packages. */
async function findBill(context: Context, actor: Actor, kind: string, { name, number }: { name: string; number: string }): Promise<Bill | undefined> {
  if (kind === 'build') return findBuildBill(context, actor, { name, number, projectKey: undefined });
  return kind === 'releaseBundle' || kind === 'releaseBundleV2' ? findReleaseBundleBill(context, actor, { name, version: number }) : undefined;
}

/** The same for existing clients. */
export function compatibleExportRoute(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, exportDetails, async ({ body }, { actor, reply }) => {
    const at = body.component_name.lastIndexOf(':');
    const [name, number] = [body.component_name.slice(0, at), body.component_name.slice(at + 1)];
    const bill = await findBill(context, actor, body.package_type, { name, number });
    if (bill) return reply.send(writeBill(bill, body.spdx ? 'spdx' : 'cyclonedx', context.platform.version));
    const format = findFormatId(body.package_type);
    if (!format || at < 1) throw new AppError(scanningWords.version_not_readable);
    const version = { packageId: `${format}://${name}`, version: number };
    const kind = body.cyclonedx ? 'cyclonedx' : body.spdx ? 'spdx' : body.output_format;
    const file = await makeFile(context, reply, await needVersion(context, actor, version), kind);
    if (typeof file === 'object') return reply.type('application/json; charset=utf-8').send(JSON.stringify(file));
    return reply.type('text/csv; charset=utf-8').send(file);
  });
}
