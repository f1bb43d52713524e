import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import * as contract from '@packhouse/contract/distribution/lifecycle-compatible-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import {
  changeReleaseBundle,
  createReleaseBundle,
  deleteReleaseBundle,
  missing,
  needReleaseBundle,
  type Place,
  signReleaseBundle,
} from '../release-bundle/release-bundle.ts';
import { type ReleaseBundleFileRow, type ReleaseBundleRow, selectFiles, selectReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { requireChosenKey, requireNoProject, requireStore, serviceId } from './lifecycle-place.ts';
import { type Part, selectGroups, selectVersions } from './lifecycle-queries.ts';
import { combineSources, listSources, requireSums } from './lifecycle-sources.ts';
import { start } from './run-routes.ts';

const getStatus = ({ state, incoming }: { state: ReleaseBundleRow['state']; incoming: boolean }): contract.LifecycleStatus =>
  incoming ? 'PROCESSING' : state === 'OPEN' ? 'DRAFT' : 'COMPLETED';

const getTag = ({ tag }: { tag: string }) => (tag === '' ? {} : { tag });

const toArtifact = (file: ReleaseBundleFileRow) => ({
  path: file.path,
  checksum: file.sha256,
  source_repository_key: file.source_repository,
  package_type: file.format,
  size: file.size,
  properties: Object.entries(file.properties).map(([key, values]) => ({ key, values })),
});

const getPart = ({ offset, limit, filter_by: search, order_asc: ascending, order_by: by }: contract.LifecyclePage & { order_by: string }): Part => ({
  offset,
  limit,
  search,
  orderBy: by === 'created' ? 'created' : 'name',
  ascending: ascending === 'true',
});

async function readMade({ db }: Context, place: Place): Promise<contract.LifecycleMade> {
  const row = await selectReleaseBundle(db, place.name, place.version);
  if (!row) throw missing(place);
  return {
    repository_key: row.storing_repository,
    release_bundle_name: row.name,
    release_bundle_version: row.version,
    created: row.created_at.toISOString(),
  };
}

/** Nothing but the files is said of a version by these calls. */
const plain = { description: '', releaseNotes: { syntax: 'plain_text' as const, content: '' } };

function writeRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.createLifecycleReleaseBundle, async ({ query, body }, call) => {
    const place = { name: body.release_bundle_name, version: body.release_bundle_version };
    authorise(call.actor, 'deploy', releaseBundleResource(place.name, place.version));
    requireNoProject(query);
    await requireChosenKey(context, call.request);
    if (body.skip_docker_manifest_resolution) throw new AppError(distributionWords.not_obeyed, { field: 'skip_docker_manifest_resolution' });
    const sources = listSources(body);
    const source = combineSources(sources);
    await requireSums(context, call.actor, sources);
    const storingRepository = query.repository_key ?? '';
    await createReleaseBundle(context, { ...place, ...plain, source, sign: body.draft !== true, storingRepository }, call);
    const made = await readMade(context, place);
    if (query.async === 'true') call.reply.code(202).send(made);
    return made;
  });

  handle(app, platform, contract.extendLifecycleReleaseBundle, async ({ query, body }, call) => {
    const place = { name: body.release_bundle_name, version: body.release_bundle_version };
    authorise(call.actor, 'deploy', releaseBundleResource(place.name, place.version));
    requireNoProject(query);
    await requireChosenKey(context, call.request);
    const row = await selectReleaseBundle(db, place.name, place.version);
    if (row?.type !== 'source') throw missing(place);
    requireStore(query.repository_key, row);
    const source = combineSources(body.add_sources, row.source);
    await requireSums(context, call.actor, body.add_sources);
    const { description, notes_syntax: syntax, notes, storing_repository: storingRepository } = row;
    await changeReleaseBundle(context, place, { description, releaseNotes: { syntax, content: notes }, source, sign: false, storingRepository }, call);
    return readMade(context, place);
  });

  handle(app, platform, contract.closeLifecycleReleaseBundle, async ({ params, query }, call) => {
    authorise(call.actor, 'deploy', releaseBundleResource(params.name, params.version));
    requireNoProject(query);
    await requireChosenKey(context, call.request);
    await signReleaseBundle(context, params, query.repository_key ?? '', call);
    return readMade(context, params);
  });

  handle(app, platform, contract.deleteLifecycleReleaseBundle, async ({ params, query, body }, call) => {
    requireNoProject(query);
    const row = await needReleaseBundle(context, call.actor, params, 'source');
    requireStore(query.repository_key, row);
    const { distribution_rules: rules, dry_run: dryRun } = body;
    if (rules) {
      const { id } = await start(context, params, { distribution_rules: rules, dry_run: dryRun }, { type: 'delete' }, call);
      return { id };
    }
    if (dryRun) throw new AppError(distributionWords.not_obeyed, { field: 'dry_run' });
    await deleteReleaseBundle(context, params, 'source', call);
    if (query.async !== 'true') call.reply.code(204).send();
    return {};
  });
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.readLifecycleStatus, async ({ params }, { actor }) => ({
    status: getStatus(await needReleaseBundle(context, actor, params)),
    messages: [],
  }));

  handle(app, platform, contract.readLifecycleReleaseBundle, async ({ params }, { actor }) => {
    const row = await needReleaseBundle(context, actor, params, 'source');
    return {
      ...(await readMade(context, params)),
      status: getStatus(row),
      created_by: row.created_by,
      ...getTag(row),
      created_millis: row.created_at.getTime(),
      artifacts: (await selectFiles(db, row.id)).map(toArtifact),
    };
  });

  handle(app, platform, contract.askLifecycleReleaseBundle, async ({ params }, { actor }) => {
    authorise(actor, 'read', releaseBundleResource(params.name, params.version));
    return { exists: (await selectReleaseBundle(db, params.name, params.version)) !== undefined };
  });
}

const belonging = (context: Context): contract.LifecycleBelonging => ({ project_key: 'default', project_name: 'default', service_id: serviceId(context) });

function listRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  for (const route of [contract.listLifecycleGroups, contract.listLifecycleNames])
    handle(app, platform, route, async ({ query }, { actor }) => {
      requireNoProject(query);
      const { rows, total } = await selectGroups(db, actor, getPart(query));
      const groups = rows.map((row) => ({
        repository_key: row.storing_repository,
        ...belonging(context),
        release_bundle_name: row.name,
        release_bundle_version_latest: row.latest,
        release_bundle_versions_count: row.versions,
        created: row.created_at.toISOString(),
      }));
      return { release_bundles: groups, total, limit: query.limit, offset: query.offset };
    });

  handle(app, platform, contract.listLifecycleVersions, async ({ params: { name }, query }, { actor }) => {
    requireNoProject(query);
    const { rows, total } = await selectVersions(db, actor, name, getPart(query));
    const versions = rows.map((row) => ({
      repository_key: row.storing_repository,
      ...belonging(context),
      release_bundle_name: name,
      release_bundle_version: row.version,
      status: getStatus({ ...row, incoming: false }),
      release_status: row.is_released ? ('RELEASED' as const) : ('PRE_RELEASE' as const),
      created: row.created_at.toISOString(),
      created_by: row.created_by,
      ...getTag(row),
    }));
    return { release_bundles: versions, total, limit: query.limit, offset: query.offset };
  });
}

/** Release bundles in their second version, as existing clients call them: the same bundles as everywhere. */
export function lifecycleRoutes(app: FastifyInstance, context: Context): void {
  writeRoutes(app, context);
  readRoutes(app, context);
  listRoutes(app, context);
}
