import { AppError } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { isImageName, isTag, locateContainerPath, tagPath } from '@packhouse/formats/container/reference.ts';
import { type Action, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { requireDeployable } from '../../directory/accepted-paths.ts';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { bodyLimits, readJson } from '../../reading/request-body.ts';
import type { CommitFile } from '../../storage/commit.ts';
import { commit } from '../../storage/commit.ts';
import { requireUnexpired } from '../../storage/expiry.ts';
import { makePromotion, makeTransfers, type TransferredFile } from '../../storage/file-events.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { findArtifact, readProperties } from '../../storage/stored-artifact.ts';
import { imagePath } from './container-access.ts';
import { selectFacts, selectTags } from './container-queries.ts';
import type { Exchange } from './container-request.ts';
import { gatherImage } from './gather-image.ts';
import { findTag } from './manifest-store.ts';

/** Some clients send what they leave out as an empty text. */
const optional = (schema: z.ZodString) => z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const Promotion = z.looseObject({
  targetRepo: z.string().min(1),
  dockerRepository: z.string().refine(isImageName, upstreamWords.no_image_name.en),
  targetDockerRepository: optional(z.string().refine(isImageName, upstreamWords.no_image_name.en)),
  tag: optional(z.string().refine(isTag, upstreamWords.no_tag.en)),
  targetTag: optional(z.string().refine(isTag, upstreamWords.no_tag.en)),
  copy: z.boolean().default(false),
});
type Promotion = z.output<typeof Promotion>;

async function readPromotion(exchange: Exchange): Promise<Promotion> {
  const parsed = Promotion.safeParse(await readJson(exchange.request, bodyLimits.names));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('bad_request', { said: { message: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() } });
}

/** A local docker repository; those who may do nothing there learn neither whether it exists nor what it is. */
async function needLocal({ context, request }: Exchange, action: Action, key: string, path?: string): Promise<LocalRepository> {
  const found = await context.directory.find(key);
  authorise(request.actor, action, readResource(found ?? { key, class: 'local' }, path));
  const repository = await context.directory.need(key);
  if (repository.class !== 'local' || !isContainerFormat(repository.format)) throw new AppError(upstreamWords.no_local_docker_repository, { key });
  return repository;
}

/** Files of the target for one tag: the tag's manifest with its version, and all it is made of; and when the tag that is copied was set. */
async function readFiles(
  exchange: Exchange,
  source: LocalRepository,
  promotion: Promotion,
  tag: string,
): Promise<Pick<PlannedTag, 'files' | 'origins' | 'lookedAt'>> {
  const { context } = exchange;
  const image = promotion.targetDockerRepository ?? promotion.dockerRepository;
  const wantedTag = promotion.targetTag ?? tag;
  const files: CommitFile[] = [];
  const origins: TransferredFile[] = [];
  const lookedAt = new Map<string, Date>();
  for (const path of await gatherImage(context, source, promotion.dockerRepository, tag)) {
    const artifact = await findArtifact(context, source.id, path);
    if (!artifact) continue;
    // Where the copy lies, others may decide when it expires.
    if (!isAllowed(exchange.request.actor, 'manage', readResource(source, path))) requireUnexpired(artifact);
    const place = locateContainerPath(path);
    const isLead = place?.kind === 'tag';
    // An image that has become an index meanwhile, or the other way round, is another tag, too.
    if (isLead) for (const kind of ['image', 'index'] as const) lookedAt.set(tagPath(promotion.dockerRepository, tag, kind), artifact.modifiedAt);
    const [kind, otherKind] = path.endsWith('/list.manifest.json') ? (['index', 'image'] as const) : (['image', 'index'] as const);
    const target = isLead ? tagPath(image, wantedTag, kind) : `${image}${path.slice(promotion.dockerRepository.length)}`;
    const properties = await readProperties(context, artifact.id);
    origins.push({ from: path, to: target, sha256: artifact.sha256, size: artifact.size });
    files.push({
      path: target,
      content: { sha256: artifact.sha256 },
      properties: isLead ? { ...properties, 'docker.manifest': [wantedTag], 'docker.repoName': [image] } : properties,
      mayReplace: isLead,
      ...(isLead
        ? {
            instead: tagPath(image, wantedTag, otherKind),
            location: { package: image, version: wantedTag, lead: true },
            facts: await selectFacts(context.db, artifact.id),
          }
        : {}),
    });
  }
  return { files, origins, lookedAt };
}

/** Copies or moves an image between local repositories; one tag, or all of them. */
export async function promoteImage(exchange: Exchange): Promise<FastifyReply> {
  const { context, reply, key } = exchange;
  if (!exchange.compatible) throw new AppError('not_found');
  const promotion = await readPromotion(exchange);
  const { dockerRepository: image, tag: wantedTag } = promotion;
  const source = await needLocal(exchange, 'read', key, wantedTag ? tagPath(image, wantedTag, 'image') : imagePath(image));
  const target = await needLocal(exchange, 'deploy', promotion.targetRepo);
  const tags = wantedTag ? [wantedTag] : ((await selectTags(context.db, source.id, image, {})) ?? []);
  if (promotion.targetTag && tags.length > 1) throw new AppError(upstreamWords.target_tag_without_tag);
  requireElsewhere(promotion, source, target, tags);
  const plan: PlannedTag[] = [];
  for (const tag of tags) {
    const planned = await planTag(exchange, source, target, promotion, tag);
    if (planned) plan.push(planned);
  }
  if (plan.length === 0) throw new AppError('manifest_unknown', { detail: { name: image, reference: wantedTag ?? null } });
  await carryOut(exchange, source, target, promotion, plan);
  return reply.header('content-type', 'text/plain; charset=utf-8').send('Promotion ended successfully\n');
}

interface PlannedTag {
  tag: string;
  files: readonly CommitFile[];
  /** Where each of the files comes from. */
  origins: readonly TransferredFile[];
  lead: CommitFile;
  /** When the tag at the source was set, by the paths it can have. */
  lookedAt: ReadonlyMap<string, Date>;
}

/** Tells what one tag brings to the target, once it is clear that the caller may do all of it. */
async function planTag(
  exchange: Exchange,
  source: LocalRepository,
  target: LocalRepository,
  promotion: Promotion,
  tag: string,
): Promise<PlannedTag | undefined> {
  const { actor } = exchange.request;
  const path = tagPath(promotion.dockerRepository, tag, 'image');
  authorise(actor, 'read', readResource(source, path));
  const { files, origins, lookedAt } = await readFiles(exchange, source, promotion, tag);
  const lead = files.find((file) => file.location);
  if (!lead) return undefined;
  if (!promotion.copy) authorise(actor, 'delete', readResource(source, path));
  for (const file of files) {
    authorise(actor, 'deploy', readResource(target, file.path));
    requireDeployable(target, file.path);
  }
  await authoriseReplacing(exchange, target, promotion, tag, lead);
  return { tag, files, origins, lead, lookedAt };
}

/** All tags arrive, or none; only then a move takes them away where they were, again all at once. */
async function carryOut(
  exchange: Exchange,
  source: LocalRepository,
  target: LocalRepository,
  promotion: Promotion,
  plan: readonly PlannedTag[],
): Promise<void> {
  const { context, request } = exchange;
  const actor = request.actor.name;
  // Without the permission to delete, a tag that appears at the target after it was looked for stays as it is.
  const overwrite = plan.every(({ lead }) => [lead.path, lead.instead].every((path) => isAllowed(request.actor, 'delete', readResource(target, path))));
  // Tags share layers.
  const files = new Map(plan.flatMap((planned) => planned.files.map((file) => [file.path, file])));
  await commit(context, target, {
    actor,
    files: [...files.values()],
    overwrite,
    part: 'promotion',
    also: (tx) => context.platform.outbox.publish(tx, ...listEvents(source, target, promotion, plan, actor)),
  });
  if (promotion.copy) return;
  const versions = plan.map(({ tag }) => ({ package: promotion.dockerRepository, version: tag }));
  // What was pushed under a tag meanwhile was not brought anywhere, so it stays.
  await removeArtifacts(context, source, { actor, versions, lookedAt: new Map(plan.flatMap(({ lookedAt }) => [...lookedAt])) });
}

/** Each file was copied; each tag was promoted. */
function listEvents(source: LocalRepository, target: LocalRepository, { dockerRepository: image }: Promotion, plan: readonly PlannedTag[], actor: string) {
  const origins = new Map(plan.flatMap((planned) => planned.origins.map((origin) => [origin.to, origin])));
  const promotions = plan.flatMap(({ tag, lead: { path, location, facts } }) => {
    const origin = origins.get(path);
    if (!origin || !location) return [];
    const from = { repository: source.key, package: image, version: tag };
    return [makePromotion(target, { path, sha256: origin.sha256, size: origin.size, location, facts, from }, actor)];
  });
  return [...promotions, ...makeTransfers('files.copied', source, target.key, [...origins.values()], actor)];
}

/** Moving onto itself would store nothing and then take the tags away. */
function requireElsewhere(promotion: Promotion, source: LocalRepository, target: LocalRepository, tags: readonly string[]): void {
  const { dockerRepository: image, targetDockerRepository = image, targetTag, copy } = promotion;
  if (copy || source.id !== target.id || targetDockerRepository !== image) return;
  if (tags.some((tag) => (targetTag ?? tag) === tag)) throw new AppError(upstreamWords.image_moved_onto_itself);
}

/** Moving a tag takes its earlier manifest from it, be that an image or an index, so it asks for what deleting asks for. */
async function authoriseReplacing({ context, request }: Exchange, target: LocalRepository, promotion: Promotion, tag: string, lead: CommitFile): Promise<void> {
  const existing = await findTag(context, target.id, promotion.targetDockerRepository ?? promotion.dockerRepository, promotion.targetTag ?? tag);
  if (existing && existing.sha256 !== lead.content.sha256) authorise(request.actor, 'delete', readResource(target, existing.path));
}
