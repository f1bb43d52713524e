import type { RemoteRepository } from '../../../directory/directory.ts';

/** Namespace that hubs put before the names of their official images. */
const customaryNamespace = 'library';

/** Repositories whose upstream was seen to answer for a short name only below the customary namespace. */
const learned = new Set<string>();

// Another address may be another kind of upstream.
const getKey = ({ id, settings }: Pick<RemoteRepository, 'id' | 'settings'>) => `${id} ${settings.url}`;

/**
 * Names an image may have at the upstream, likelier ones first. A name of one part may belong to a namespace of official images:
 * the repository's setting says which; unset, it is found out by asking.
 */
export function upstreamNames(repository: Pick<RemoteRepository, 'id' | 'settings'>, image: string): readonly string[] {
  if (image.includes('/')) return [image];
  const { officialNamespace } = repository.settings;
  if (officialNamespace !== undefined) return [officialNamespace === '' ? image : `${officialNamespace}/${image}`];
  const names = [image, `${customaryNamespace}/${image}`];
  return learned.has(getKey(repository)) ? names.reverse() : names;
}

/** Remembers under which of the names the upstream knew the image. */
export function learnName(repository: Pick<RemoteRepository, 'id' | 'settings'>, image: string, name: string): void {
  if (repository.settings.officialNamespace !== undefined || image.includes('/')) return;
  if (name === image) learned.delete(getKey(repository));
  else learned.add(getKey(repository));
}
