import { AppError } from '@packhouse/contract/errors.ts';
import { buildRepositorySuffix, commonBuildRepository, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import * as contract from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { selectJudgedBuilds } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import type { By } from '../policy/keep-policy.ts';
import { requireManager } from '../target/indexing.ts';
import { chooseBuilds, type JudgedLists, readLists } from './judged-builds.ts';

const keeping = (project: string | undefined) => (project ? `${project}${buildRepositorySuffix}` : commonBuildRepository);

const toListing = ({ indexed, others }: JudgedLists): contract.BuildIndexing => ({
  bin_mgr_id: contract.binaryManager,
  indexed_builds: [...indexed],
  non_indexed_builds: [...others],
});

interface NamedLists {
  indexed: readonly string[] | undefined;
  others: readonly string[];
}

/** Has what is named judged, as one list says it whole or the other what to take out. @throws AppError `bad_request` where one is named in both */
async function chooseBy(context: Context, repository: string, { indexed, others }: NamedLists, by: By): Promise<JudgedLists> {
  const left = new Set(others);
  const both = indexed?.find((name) => left.has(name));
  if (both !== undefined) throw new AppError(scanningWords.build_named_twice, { name: both });
  const wanted = indexed ?? (await readLists(context, repository)).indexed.filter((name) => !left.has(name));
  await chooseBuilds(context, repository, wanted, by);
  return readLists(context, repository);
}

const keepingBundles = (project: string | undefined) => (project ? `${project}-${releaseBundleRepositoryKey}` : releaseBundleRepositoryKey);

const toBundleListing = ({ indexed, others }: JudgedLists): contract.ReleaseBundleIndexing => ({
  bin_mgr_id: contract.binaryManager,
  indexed_release_bundle_v2: [...indexed],
  non_indexed_release_bundle_v2: [...others],
});

/** Which release bundles are judged, in the words of existing clients. */
function releaseBundleIndexingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.readReleaseBundleIndexing, async ({ params, query }) => {
    requireManager(params.id);
    return toBundleListing(await readLists(context, keepingBundles(query.projectKey)));
  });
  handle(app, platform, contract.changeReleaseBundleIndexing, async ({ params, query, body }, call) => {
    requireManager(params.id);
    if (body.bin_mgr_id) requireManager(body.bin_mgr_id);
    const lists = { indexed: body.indexed_release_bundle_v2 ?? undefined, others: body.non_indexed_release_bundle_v2 ?? [] };
    return toBundleListing(await chooseBy(context, keepingBundles(query.projectKey), lists, call));
  });
}

/** Which builds and release bundles are judged, in the words of existing clients. */
export function buildIndexingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  releaseBundleIndexingRoutes(app, context);
  handle(app, platform, contract.readBuildIndexing, async ({ params, query }) => {
    requireManager(params.id);
    return toListing(await readLists(context, keeping(query.projectKey)));
  });
  handle(app, platform, contract.changeBuildIndexing, async ({ params, query, body }, call) => {
    requireManager(params.id);
    if (body.bin_mgr_id) requireManager(body.bin_mgr_id);
    const lists = { indexed: body.indexed_builds ?? undefined, others: body.non_indexed_builds ?? [] };
    return toListing(await chooseBy(context, keeping(query.projectKey), lists, call));
  });
  handle(app, platform, contract.addIndexedBuilds, async ({ query, body }, call) => {
    const repository = keeping(query.projectKey);
    // Where nobody has chosen, all are judged already.
    if ((await selectJudgedBuilds(context.db)).has(repository))
      await chooseBuilds(context, repository, [...(await readLists(context, repository)).indexed, ...body.names], call);
    return { info: say(scanningWords.builds_indexed).message };
  });
}
