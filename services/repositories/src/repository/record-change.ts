import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';

/** Gives what the log may hold of a repository: everything but the password. */
export function auditable(repository: Repository): unknown {
  const { key, class: repositoryClass, format, description, settings, projectKey, environments, sharing } = repository;
  return {
    key,
    class: repositoryClass,
    format,
    description,
    settings,
    projectKey,
    environments,
    ...(sharing ? { sharing } : {}),
    ...(repository.class === 'virtual' ? { members: repository.members } : {}),
  };
}

/** Writes who changed a repository, as a part of the change. */
export async function recordChange(
  context: Context,
  tx: Transaction<RepositoriesSchema>,
  verb: 'created' | 'updated' | 'deleted' | 'placed' | 'shared',
  { name, address }: { name: string; address: string },
  { subject, ...states }: { subject: string; before?: unknown; after?: unknown },
): Promise<void> {
  await context.platform.identity.audit({ actor: name, address, action: `repository.${verb}`, subject, ...states }, tx);
}
