import type { Want } from '@packhouse/formats/format.ts';
import type { RemoteRepository } from '../../directory/directory.ts';
import { upstreamUrl } from '../../upstream/upstream.ts';
import type { Call } from './call.ts';

/** Tells a client where the file that it gets came from. What stands in the query of an address may be a secret, and is told to nobody. */
export function tellOrigin({ reply }: Pick<Call, 'reply'>, address: string): void {
  const { origin, pathname } = new URL(address);
  reply.header('x-artifactory-origin-remote-path', `${origin}${pathname}`);
}

/** The same of a file that is kept; nothing is told of one whose place only a listing of the upstream knows. */
export function tellKeptOrigin(call: Pick<Call, 'reply' | 'format'>, repository: RemoteRepository, want: Want): void {
  if (want.listing && call.format.fileSource) return;
  tellOrigin(call, upstreamUrl(repository, call.format.upstream?.(want, repository.settings.url)?.path ?? want.path));
}
