import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import type { PropertyPlace } from '../storage/properties.ts';
import { type Item, needStoring } from './item.ts';
import { authoriseFolder } from './remove-path.ts';

/** Where properties of an item go, once the caller may change those `keys` on every file concerned: when something expires is for those to say who manage the repository. */
export async function propertyPlace(
  context: Context,
  actor: Actor,
  item: Item,
  recursive: boolean,
  keys: readonly string[] = [],
): Promise<{ repository: StoringRepository; place: PropertyPlace }> {
  const action = keys.includes(expiryProperty) ? 'manage' : 'annotate';
  if (item.kind === 'file') {
    authorise(actor, action, readResource(item.repository, item.path));
    return { repository: item.repository, place: { artifactId: item.artifact.id, path: item.path } };
  }
  const repository = await needStoring(context, actor, item.key);
  if (recursive) await authoriseFolder(context, actor, action, repository, item.path);
  else authorise(actor, action, readResource(repository, item.path));
  return { repository, place: { folder: item.path, recursive } };
}
