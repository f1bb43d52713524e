import { AppError } from '@packhouse/contract/errors.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { formats } from '@packhouse/formats/formats.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { queueRun } from './import-job.ts';
import { keepAddresses, selectAddresses, selectEcosystems, selectPresetSources } from './preset-queries.ts';
import { type Preset, presetAddress, presets, publishedAt } from './presets.ts';
import { insertRun, insertSource, type SourceRow, selectSources, updateSource } from './source-queries.ts';
import { toSource } from './source-view.ts';

const readAddresses = async ({ db }: Pick<Context, 'db'>): Promise<contract.SourceAddresses> => ({ ...publishedAt, ...(await selectAddresses(db)) });

/** Ecosystems of what is stored here, or would be in the repositories that there are. */
async function findUsed({ db, peers }: Pick<Context, 'db' | 'peers'>): Promise<Set<string>> {
  const used = new Set(await selectEcosystems(db));
  for (const { format } of (await peers.repositories?.list()) ?? []) {
    const { ecosystem, reads } = getCard(format).scanning ?? {};
    if (ecosystem !== undefined) used.add(ecosystem);
    // Images bring packages of distributions.
    if (reads === 'image') for (const each of formats) for (const name of getCard(each.id).scanning?.distributions ?? []) used.add(name);
  }
  return used;
}

/** What is known of vulnerabilities themselves judges wherever there is anything. */
const fits = ({ ecosystem }: Preset, used: ReadonlySet<string>) => (ecosystem === null ? used.size > 0 : used.has(ecosystem));

async function choosePresets(context: Context, ids: readonly string[] | 'fitting'): Promise<readonly Preset[]> {
  if (ids === 'fitting') {
    const used = await findUsed(context);
    return presets.filter((preset) => fits(preset, used));
  }
  return ids.map((id) => {
    const preset = presets.find((one) => one.id === id);
    if (!preset) throw new AppError(scanningWords.no_preset, { id });
    return preset;
  });
}

/** Makes sources of presets that are none yet, and has them fetched. */
async function switchOn(context: Context, call: Pick<HandlerContext, 'actor' | 'address'>, chosen: readonly Preset[]): Promise<SourceRow[]> {
  const addresses = await readAddresses(context);
  return context.db.transaction().execute(async (tx) => {
    const known = await selectSources(tx);
    const made: SourceRow[] = [];
    for (const preset of chosen) {
      if (known.some((source) => source.preset === preset.id)) continue;
      const { id, kind, ecosystem } = preset;
      const taken = known.some(({ name }) => name === preset.name);
      const row = await insertSource(tx, {
        name: taken ? `${preset.name} (${id})` : preset.name,
        kind,
        preset: id,
        url: presetAddress(preset, addresses),
        every: 'day',
        enabled: true,
        complete: kind === 'osv',
        covers: ecosystem === null ? [] : [ecosystem],
        modified_by: call.actor.name,
      });
      made.push(row);
      const entry = {
        actor: call.actor.name,
        address: call.address,
        action: 'advisory-source.created',
        subject: row.name,
        after: { preset: id, url: row.url },
      };
      await context.platform.identity.audit(entry, tx);
      await queueRun(context, await insertRun(tx, { source_id: row.id, requested_by: call.actor.name, sha256: null }), tx);
    }
    return made;
  });
}

/** Sources that are ready to be switched on, for administrators. */
export function presetRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listAdvisoryPresets, async () => {
    const [addresses, used, sources] = await Promise.all([readAddresses(context), findUsed(context), selectSources(db)]);
    const items = presets.map((preset) => ({
      ...preset,
      url: presetAddress(preset, addresses),
      fits: fits(preset, used),
      sourceId: sources.find((source) => source.preset === preset.id)?.id ?? null,
    }));
    return { items, addresses };
  });
  handle(app, platform, contract.switchOnPresets, async ({ body }, call) => ({
    items: (await switchOn(context, call, await choosePresets(context, body.ids))).map((row) => toSource(row)),
  }));
  handle(app, platform, contract.changeSourceAddresses, async ({ body }, { actor, address }) => {
    const before = await readAddresses(context);
    await db.transaction().execute(async (tx) => {
      await keepAddresses(tx, body);
      for (const source of await selectPresetSources(tx)) {
        const preset = presets.find(({ id }) => id === source.preset);
        // A source whose own address somebody changed keeps it.
        if (!preset || source.url !== presetAddress(preset, before) || body[preset.kind] === before[preset.kind]) continue;
        await updateSource(tx, source.id, { url: presetAddress(preset, body), etag: null, last_modified: null, checked_at: null, newest: null });
      }
      const entry = { actor: actor.name, address, action: 'advisory-source.changed', subject: 'addresses', before, after: body };
      await platform.identity.audit(entry, tx);
    });
    return body;
  });
}
