import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';

const failuresBeforeRest = 3;

/** Is the upstream left alone for now, because it failed again and again? */
export function isResting(context: Context, repository: RemoteRepository): boolean {
  return (context.remotes.health.get(repository.id)?.restUntil ?? 0) > Date.now();
}

export function noteFailure(context: Context, repository: RemoteRepository): void {
  const health = context.remotes.health.get(repository.id) ?? { failures: 0, restUntil: 0 };
  health.failures++;
  if (health.failures >= failuresBeforeRest && repository.settings.assumedOfflineSeconds > 0)
    health.restUntil = Date.now() + repository.settings.assumedOfflineSeconds * 1000;
  context.remotes.health.set(repository.id, health);
}

export function noteSuccess(context: Context, repository: RemoteRepository): void {
  context.remotes.health.delete(repository.id);
}
