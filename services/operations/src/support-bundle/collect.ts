import type { LogType } from '@packhouse/contract/operations/operations-log-routes.ts';
import type { SupportBundleService } from '@packhouse/contract/operations/support-routes.ts';
import type { Context } from '../context.ts';
import { listLogs } from '../log/log-files.ts';
import type { Kind } from '../peer/questions.ts';
import { linesWithin } from './log-range.ts';
import { writeJson, writePart } from './part-writer.ts';
import { processFigures, systemFigures } from './process-figures.ts';
import { settingsWithoutSecrets } from './settings.ts';
import { selectSupportBundle } from './support-bundle-queries.ts';

/** Write what this node has to say into a bundle. */
export const collectOnNode = { name: 'collect-for-bundle' } as Pick<Kind<{ bundleId: string }, null>, 'name'>;
/** Look at your memory and your threads. */
export const lookAtProcess = { name: 'look-at-process' } as Pick<Kind<{ count: number; interval: number }, unknown>, 'name'>;

const logsOf: Record<SupportBundleService, LogType> = {
  artifactory: 'jfrt',
  distribution: 'jfds',
  xray: 'jfxr',
  mc: 'jfmc',
  insight: 'jfisv',
  tracker: 'jfrt',
};

async function collect(context: Context, bundleId: string): Promise<void> {
  const { db, platform, nodeId } = context;
  const { config } = platform;
  const bundle = await selectSupportBundle(db, bundleId);
  if (!bundle) return;
  const folder = `nodes/${nodeId}`;
  const { configuration, logs } = bundle.parameters;
  if (configuration) {
    await writeJson(context, bundleId, `${folder}/system.json`, await systemFigures(config, platform.version));
    await writeJson(context, bundleId, `${folder}/configuration.json`, settingsWithoutSecrets(config));
  }
  if (!logs.include) return;
  for (const { id, path } of await listLogs(config.home, logsOf[bundle.service], { aside: true }))
    await writePart(context, bundleId, `${folder}/logs/${id}`, linesWithin(path, { from: logs.start_date, to: logs.end_date }));
}

/** Answers for this node and this process. */
export function answerForSupportBundles(context: Context): void {
  context.questions.register<{ bundleId: string }, null>({
    ...collectOnNode,
    async answer({ bundleId }) {
      await collect(context, bundleId);
      return null;
    },
  });
  context.questions.register<{ count: number; interval: number }, unknown>({ ...lookAtProcess, answer: processFigures });
}
