import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { exportDetails } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { exportComponentDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { readSetLicences } from '../knowledge/set-licences.ts';
import { writeCycloneDx } from '../summary/cyclone-dx.ts';
import { needVersion } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { findingColumns, readFindingLines, writeCsv } from './findings-file.ts';
import { writeSpdx } from './spdx.ts';

type Targets = readonly [TargetRow, ...TargetRow[]];
type Kind = 'cyclonedx' | 'spdx' | 'csv' | 'json';

const endings = { cyclonedx: 'cdx.json', spdx: 'spdx.json', csv: 'csv', json: 'json' } as const;

/** The content of a file about a version, under a name of its own. */
async function makeFile(context: Context, reply: FastifyReply, targets: Targets, kind: Kind): Promise<Record<string, unknown> | string> {
  const [main] = targets;
  const name = `${main.package}-${main.version}`.replace(/[^A-Za-z0-9._-]+/g, '_');
  reply.header('content-disposition', `attachment; filename="${name}.${endings[kind]}"`);
  if (kind === 'cyclonedx') return writeCycloneDx(context, targets);
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

/** The same for existing clients. */
export function compatibleExportRoute(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, exportDetails, async ({ body }, { actor, reply }) => {
    const format = findFormatId(body.package_type);
    const at = body.component_name.lastIndexOf(':');
    if (!format || at < 1) throw new AppError(scanningWords.version_not_readable);
    const version = { packageId: `${format}://${body.component_name.slice(0, at)}`, version: body.component_name.slice(at + 1) };
    const kind = body.cyclonedx ? 'cyclonedx' : body.spdx ? 'spdx' : body.output_format;
    const file = await makeFile(context, reply, await needVersion(context, actor, version), kind);
    if (typeof file === 'object') return reply.type('application/json; charset=utf-8').send(JSON.stringify(file));
    return reply.type('text/csv; charset=utf-8').send(file);
  });
}
