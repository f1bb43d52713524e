import { AppError } from '@packhouse/contract/errors.ts';
import { isImageName, isTag, locateContainerPath, tagPath } from '@packhouse/formats/docker/reference.ts';
import { authorise } from '@packhouse/kernel/authorisation.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { type LocalRepository, resourceOf } from '../repository/directory.ts';
import { requireDeployable } from '../resolution/policy.ts';
import type { CommitFile } from '../storage/commit.ts';
import { commit } from '../storage/commit.ts';
import { findArtifact, propertiesOf } from '../storage/lookup.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { selectFacts, selectTags } from './container-queries.ts';
import type { Exchange } from './container-request.ts';
import { gatherImage } from './gather-image.ts';
import { readLimited } from './read-limited.ts';

/** Some clients send what they leave out as an empty text. */
const optional = (schema: z.ZodString) => z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const Promotion = z.looseObject({
  targetRepo: z.string().min(1),
  dockerRepository: z.string().refine(isImageName, 'is not an image name'),
  targetDockerRepository: optional(z.string().refine(isImageName, 'is not an image name')),
  tag: optional(z.string().refine(isTag, 'is not a tag')),
  targetTag: optional(z.string().refine(isTag, 'is not a tag')),
  copy: z.boolean().default(false),
});
type Promotion = z.output<typeof Promotion>;

async function readPromotion(exchange: Exchange): Promise<Promotion> {
  const text = (await readLimited(exchange.request.raw, 64 * 1024)).toString('utf8');
  const parsed = Promotion.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('bad_request', { message: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', { message: 'The body is not JSON' });
  }
}

async function needLocal(context: Context, key: string): Promise<LocalRepository> {
  const repository = await context.directory.need(key);
  if (repository.class !== 'local' || repository.format !== 'docker') throw new AppError('bad_request', { message: `${key} is not a local docker repository` });
  return repository;
}

/** Files of the target for one tag: the tag's manifest with its version, and all it is made of. */
async function filesOf(exchange: Exchange, source: LocalRepository, promotion: Promotion, tag: string): Promise<CommitFile[]> {
  const { context } = exchange;
  const image = promotion.targetDockerRepository ?? promotion.dockerRepository;
  const wantedTag = promotion.targetTag ?? tag;
  const files: CommitFile[] = [];
  for (const path of await gatherImage(context, source, promotion.dockerRepository, tag)) {
    const artifact = await findArtifact(context, source.id, path);
    if (!artifact) continue;
    const place = locateContainerPath(path);
    const isLead = place?.kind === 'tag';
    const target = isLead
      ? tagPath(image, wantedTag, path.endsWith('/list.manifest.json') ? 'index' : 'image')
      : `${image}${path.slice(promotion.dockerRepository.length)}`;
    const properties = await propertiesOf(context, artifact.id);
    files.push({
      path: target,
      content: { sha256: artifact.sha256 },
      properties: isLead ? { ...properties, 'docker.manifest': [wantedTag], 'docker.repoName': [image] } : properties,
      mayReplace: isLead,
      ...(isLead ? { location: { package: image, version: wantedTag, lead: true }, facts: await selectFacts(context.db, artifact.id) } : {}),
    });
  }
  return files;
}

/** Copies or moves an image between local repositories; one tag, or all of them. */
export async function promoteImage(exchange: Exchange): Promise<FastifyReply> {
  const { context, request, reply, key } = exchange;
  if (!exchange.compatible) throw new AppError('not_found');
  const { actor } = request;
  const promotion = await readPromotion(exchange);
  const [source, target] = [await needLocal(context, key), await needLocal(context, promotion.targetRepo)];
  const tags = promotion.tag ? [promotion.tag] : ((await selectTags(context.db, source.id, promotion.dockerRepository, {})) ?? []);
  if (promotion.targetTag && tags.length > 1) throw new AppError('bad_request', { message: 'targetTag needs tag' });
  let promoted = 0;
  for (const tag of tags) {
    const files = await filesOf(exchange, source, promotion, tag);
    if (!files.some((file) => file.location)) continue;
    authorise(actor, 'read', resourceOf(source, tagPath(promotion.dockerRepository, tag, 'image')));
    if (!promotion.copy) authorise(actor, 'delete', resourceOf(source, tagPath(promotion.dockerRepository, tag, 'image')));
    for (const file of files) {
      authorise(actor, 'deploy', resourceOf(target, file.path));
      requireDeployable(target, file.path);
    }
    const lead = files.find((file) => file.location);
    const overwrite = lead !== undefined && (await mayReplace(exchange, target, lead));
    await commit(context, target, { actor: actor.name, files, overwrite });
    if (!promotion.copy) await removeArtifacts(context, source, { actor: actor.name, versions: [{ package: promotion.dockerRepository, version: tag }] });
    promoted++;
  }
  if (promoted === 0) throw new AppError('manifest_unknown', { detail: { name: promotion.dockerRepository, reference: promotion.tag ?? null } });
  return reply.header('content-type', 'text/plain; charset=utf-8').send('Promotion ended successfully\n');
}

async function mayReplace({ context, request }: Exchange, target: LocalRepository, lead: CommitFile): Promise<boolean> {
  const existing = await findArtifact(context, target.id, lead.path);
  if (existing && existing.sha256 !== lead.content.sha256) authorise(request.actor, 'delete', resourceOf(target, lead.path));
  return true;
}
