import type { Want } from '@packhouse/formats/format.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import { type LocalRepository, type RemoteRepository, readResource, type StoringRepository, type VirtualRepository } from '../../directory/directory.ts';
import { findArtifact } from '../../storage/stored-artifact.ts';
import { remoteListing } from '../../upstream/remote-index.ts';
import { type Call, mayRead, readPackage } from './call.ts';

export interface Members {
  locals: readonly LocalRepository[];
  remotes: readonly RemoteRepository[];
}

/**
 * The members of a virtual repository that may answer a want, in order. Patterns, permissions, claims and priority are settled here,
 * before any upstream is contacted: a private name never leaves the house.
 * @throws AppError `unauthenticated`, `forbidden` when the caller may read none of them
 */
export async function membersFor(call: Call, repository: VirtualRepository, want: Want): Promise<Members> {
  const name = readPackage(call.format, want);
  if (!patternsAccept(repository, want.path, name)) return { locals: [], remotes: [] };
  const all = await call.context.directory.flatten(repository);
  const readable = all.filter((member) => mayRead(call, member, want));
  if (readable.length === 0) {
    // A permission may name the virtual repository itself; without members there is nothing to protect.
    if (all.length > 0) authorise(call.actor, 'read', readResource(all[0]!, want.path));
    else authorise(call.actor, 'read', readResource(repository, want.path));
  }
  let members = readable.filter((member) => patternsAccept(member, want.path, name));
  if (name !== undefined && (await claimedNames(call, repository, [name])).has(name)) members = members.filter((member) => member.class === 'local');
  if (name !== undefined && members.some((member) => member.settings.priorityResolution)) members = await withPriority(call, members, want, name);
  return { locals: members.filter((member) => member.class === 'local'), remotes: members.filter((member) => member.class === 'remote') };
}

/** Those of the names that a local member claims, whether or not the caller may read it: none where claims are switched off. */
export async function claimedNames(call: Call, repository: VirtualRepository, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (!repository.settings.claims) return new Set();
  const locals = (await call.context.directory.flatten(repository)).filter((member) => member.class === 'local').map((member) => member.id);
  const claims = await Promise.all(names.map((name) => call.context.lookups.claimants({ format: call.format.id, name })));
  return new Set(names.filter((_, at) => claims[at]?.some((id) => locals.includes(id))));
}

/** When a member with priority knows the package, only members with priority are asked. */
async function withPriority(call: Call, members: readonly StoringRepository[], want: Want, name: string): Promise<StoringRepository[]> {
  const first = members.filter((member) => member.settings.priorityResolution);
  for (const member of first) if (await knows(call, member, want, name)) return first;
  return [...members];
}

async function knows(call: Call, member: StoringRepository, want: Want, name: string): Promise<boolean> {
  if ((await call.context.lookups.packageRevision({ repositoryId: member.id, name })) !== undefined) return true;
  if (member.class === 'local') return false;
  const listing = want.kind === 'index' ? want : want.listing;
  if (listing) return (await remoteListing(call.context, member, listing)) !== undefined;
  return (await findArtifact(call.context, member.id, want.path)) !== undefined;
}
