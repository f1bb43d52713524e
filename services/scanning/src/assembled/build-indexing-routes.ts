import { AppError } from '@packhouse/contract/errors.ts';
import { buildRepositorySuffix, commonBuildRepository } from '@packhouse/contract/repository-keys.ts';
import * as contract from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { selectJudgedBuilds } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../target/indexing.ts';
import { chooseBuilds, type JudgedLists, readLists } from './judged-builds.ts';

const keeping = (project: string | undefined) => (project ? `${project}${buildRepositorySuffix}` : commonBuildRepository);

const toListing = ({ indexed, others }: JudgedLists): contract.BuildIndexing => ({
  bin_mgr_id: contract.binaryManager,
  indexed_builds: [...indexed],
  non_indexed_builds: [...others],
});

/** Which builds are judged, in the words of existing clients. */
export function buildIndexingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.readBuildIndexing, async ({ params, query }) => {
    requireManager(params.id);
    return toListing(await readLists(context, keeping(query.projectKey)));
  });
  handle(app, platform, contract.changeBuildIndexing, async ({ params, query, body }, call) => {
    requireManager(params.id);
    if (body.bin_mgr_id) requireManager(body.bin_mgr_id);
    const repository = keeping(query.projectKey);
    const [named, left] = [body.indexed_builds ?? undefined, new Set(body.non_indexed_builds ?? [])];
    const both = named?.find((name) => left.has(name));
    if (both !== undefined) throw new AppError(scanningWords.build_named_twice, { name: both });
    const wanted = named ?? (await readLists(context, repository)).indexed.filter((name) => !left.has(name));
    await chooseBuilds(context, repository, wanted, call);
    return toListing(await readLists(context, repository));
  });
  handle(app, platform, contract.addIndexedBuilds, async ({ query, body }, call) => {
    const repository = keeping(query.projectKey);
    // Where nobody has chosen, all are judged already.
    if ((await selectJudgedBuilds(context.db)).has(repository))
      await chooseBuilds(context, repository, [...(await readLists(context, repository)).indexed, ...body.names], call);
    return { info: say(scanningWords.builds_indexed).message };
  });
}
