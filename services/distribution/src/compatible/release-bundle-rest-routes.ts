import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/distribution/distribution-compatible-routes.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import {
  changeReleaseBundle,
  createReleaseBundle,
  deleteReleaseBundle,
  missing,
  needReleaseBundle,
  type Place,
  signReleaseBundle,
} from '../release-bundle/release-bundle.ts';
import {
  type GivenFile,
  type ListedReleaseBundle,
  type ReleaseBundleFileRow,
  type ShownReleaseBundle,
  selectFiles,
  selectReleaseBundle,
  selectReleaseBundles,
  selectSigned,
} from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { searchReleaseBundle } from '../release-bundle/search-release-bundle.ts';
import { chooseKeyPair } from '../release-bundle/signing-key.ts';
import type { KeptSource } from '../schema.ts';

const mostBundles = 1000;

function findSpec(source: KeptSource | null): contract.CompatibleReleaseBundle['spec'] {
  if (source?.from !== 'queries') return undefined;
  return { queries: source.queries.map(({ aql, mappings, addedProperties }) => ({ aql, mappings, added_props: addedProperties })) };
}

const toArtifact = (file: GivenFile) => ({
  checksum: file.sha256,
  sourceRepoPath: `${file.source_repository}/${file.source_path}`,
  targetRepoPath: `${file.repository}/${file.path}`,
  size: file.size,
  props: Object.entries(file.properties).map(([key, values]) => ({ key, values })),
});

/** As it is in lists: without what can be long. */
function toEntry(row: ListedReleaseBundle): contract.CompatibleReleaseBundle {
  return {
    name: row.name,
    version: row.version,
    type: row.type,
    state: row.state,
    status: row.status,
    description: row.description,
    storing_repository: row.storing_repository,
    created: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}

function toReleaseBundle(row: ShownReleaseBundle, files: readonly ReleaseBundleFileRow[]): contract.CompatibleReleaseBundle {
  const spec = findSpec(row.source);
  return {
    ...toEntry(row),
    release_notes: { syntax: row.notes_syntax, content: row.notes },
    ...(spec ? { spec } : {}),
    artifacts: files.map(toArtifact),
  };
}

function readContent(body: contract.CompatibleReleaseBundleBody) {
  return {
    description: body.description ?? '',
    releaseNotes: { syntax: body.release_notes?.syntax ?? ('plain_text' as const), content: body.release_notes?.content ?? '' },
    source: {
      from: 'queries' as const,
      queries: body.spec.queries.map(({ aql, mappings, added_props: added }) => ({ aql, mappings: mappings ?? [], addedProperties: added ?? [] })),
    },
    sign: body.sign_immediately === true,
    storingRepository: body.storing_repository ?? '',
  };
}

type Content = ReturnType<typeof readContent>;

/** Tells what would have come of it. */
async function tried(context: Context, place: Place, content: Content, actor: Actor): Promise<contract.CompatibleReleaseBundle> {
  authorise(actor, 'deploy', releaseBundleResource(place.name, place.version));
  const files = await searchReleaseBundle(context, actor, content);
  const { description, releaseNotes, storingRepository } = content;
  return {
    name: place.name,
    version: place.version,
    type: 'source',
    state: 'OPEN',
    status: 'Not distributed',
    description,
    release_notes: releaseNotes,
    storing_repository: storingRepository,
    created: new Date().toISOString(),
    created_by: actor.name,
    artifacts: files.map(toArtifact),
  };
}

async function written({ db }: Context, { name, version }: Place): Promise<contract.CompatibleReleaseBundle> {
  const row = await selectReleaseBundle(db, name, version);
  if (!row) throw missing({ name, version });
  return toReleaseBundle(row, await selectFiles(db, row.id));
}

async function computeChecksum({ db }: Context, { name, version }: Place): Promise<Record<string, string>> {
  const row = await selectReleaseBundle(db, name, version);
  const signed = row && (await selectSigned(db, row.id));
  return signed?.manifest_sha256 ? { 'x-checksum-sha256': signed.manifest_sha256 } : {};
}

function writeRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.createCompatibleReleaseBundle, async ({ body }, call) => {
    const { name, version } = body;
    const content = readContent(body);
    if (body.dry_run) {
      const answer = await tried(context, { name, version }, content, call.actor);
      call.reply.code(200).send(answer);
      return answer;
    }
    await createReleaseBundle(context, { name, version, ...content }, call);
    call.reply.headers(await computeChecksum(context, body));
    return written(context, body);
  });

  handle(app, platform, contract.updateCompatibleReleaseBundle, async ({ params, body }, call) => {
    const content = readContent(body);
    if (body.dry_run) return tried(context, params, content, call.actor);
    await changeReleaseBundle(context, params, content, call);
    call.reply.headers(await computeChecksum(context, params));
    return written(context, params);
  });

  handle(app, platform, contract.signCompatibleReleaseBundle, async ({ params, body }, call) => {
    await signReleaseBundle(context, params, body.storing_repository ?? '', call);
    call.reply.headers(await computeChecksum(context, params));
    return written(context, params);
  });

  handle(app, platform, contract.deleteCompatibleReleaseBundle, ({ params }, call) => deleteReleaseBundle(context, params, 'source', call));
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const list = async (actor: Actor, name?: string) =>
    (await selectReleaseBundles(db, actor, { type: 'source', name }, { limit: mostBundles })).rows.map(toEntry);

  handle(app, platform, contract.pingDistribution, async () => ({ status: 'OK' as const }));
  handle(app, platform, contract.getDistributionInfo, async () => ({
    status: 'STABLE' as const,
    version: interfaceVersions.distribution,
    service_id: 'jfds@packhouse',
  }));
  handle(app, platform, contract.listCompatibleReleaseBundles, (_, { actor }) => list(actor));
  handle(app, platform, contract.listCompatibleVersions, ({ params }, { actor }) => list(actor, params.name));
  handle(app, platform, contract.getCompatibleReleaseBundle, async ({ params }, { actor }) => {
    const row = await needReleaseBundle(context, actor, params, 'source');
    return toReleaseBundle(row, await selectFiles(db, row.id));
  });
}

function keyRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform, storage } = context;
  for (const route of [contract.bringSigningKey, contract.bringSigningKey2])
    handle(app, platform, route, async ({ body }, call) => {
      const passphrase = call.request.headers['x-gpg-passphrase'];
      const name = `release-bundles-${createHash('sha256').update(body.private_key).digest('hex').slice(0, 12)}`;
      const pair = {
        privateKey: body.private_key,
        ...(body.public_key ? { publicKey: body.public_key } : {}),
        ...(typeof passphrase === 'string' ? { passphrase } : {}),
      };
      const { fingerprint } = await storage.importKey(name, pair, call);
      await db.transaction().execute(async (tx) => {
        await chooseKeyPair(tx, name);
        await audit(context, tx, call, 'release-bundle.signing-key-chosen', name, { after: { keyPair: name, fingerprint } });
      });
      return { fingerprint };
    });
}

/** The calls that existing clients make about release bundles. */
export function compatibleReleaseBundleRoutes(app: FastifyInstance, context: Context): void {
  readRoutes(app, context);
  writeRoutes(app, context);
  keyRoutes(app, context);
}
