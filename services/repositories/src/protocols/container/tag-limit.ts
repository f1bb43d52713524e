import { locateContainerPath } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../../context.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import { everything } from '../../directory/sight.ts';
import { walkFiles } from '../../storage/listing-queries.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { isAttachedTag, removeUnusedContent } from './unused-content.ts';

/** After a push: removes the oldest tags of the image that the repository's setting no longer allows, with what only they led to. */
export async function limitTags(
  context: Context,
  repository: LocalRepository,
  pushed: { image: string; tags: readonly string[]; actor: string },
): Promise<void> {
  const { image, tags, actor } = pushed;
  const { maxUniqueTags } = repository.settings;
  if (maxUniqueTags === 0 || tags.length === 0) return;
  const others: { path: string; sha256: string; modifiedAt: Date }[] = [];
  for await (const file of walkFiles(context, { repositoryId: repository.id, folder: image, sight: everything })) {
    const place = locateContainerPath(file.path);
    if (place?.image === image && place.kind === 'tag' && !tags.includes(place.tag) && !isAttachedTag(place.tag)) others.push(file);
  }
  others.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime());
  const surplus = others.slice(Math.max(0, maxUniqueTags - tags.length));
  if (surplus.length === 0) return;
  const lookedAt = new Map(surplus.map(({ path, modifiedAt }) => [path, modifiedAt]));
  await removeArtifacts(context, repository, { actor, paths: [...lookedAt.keys()], lookedAt });
  await removeUnusedContent(context, repository, { image, actor, permanently: false, from: surplus.map(({ sha256 }) => sha256) });
}
