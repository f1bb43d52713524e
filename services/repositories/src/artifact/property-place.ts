import { type Actor, authorise } from '@packhouse/kernel/authorisation.ts';
import type { Context } from '../context.ts';
import { resourceOf, type StoringRepository } from '../repository/directory.ts';
import type { PropertyPlace } from '../storage/properties.ts';
import { type Item, needStoring } from './item.ts';
import { authoriseFolder } from './remove-path.ts';

/** Where properties of an item go, once the caller may change them on every file concerned. */
export async function propertyPlace(
  context: Context,
  actor: Actor,
  item: Item,
  recursive: boolean,
): Promise<{ repository: StoringRepository; place: PropertyPlace }> {
  if (item.kind === 'file') {
    authorise(actor, 'annotate', resourceOf(item.repository, item.path));
    return { repository: item.repository, place: { artifactId: item.artifact.id, path: item.path } };
  }
  const repository = await needStoring(context, actor, item.key);
  if (recursive) await authoriseFolder(context, actor, 'annotate', repository, item.path);
  else authorise(actor, 'annotate', resourceOf(repository, item.path));
  return { repository, place: { folder: item.path, recursive } };
}
