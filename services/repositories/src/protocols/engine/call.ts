import type { Format, ProtocolRequest, Want } from '@packhouse/formats/format.ts';
import { type Action, type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type Repository, readResource } from '../../directory/directory.ts';

/** One protocol request on its way through the engine. */
export interface Call {
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
  repository: Repository;
  /** Only what a remote repository has stored (`<key>-cache`). */
  cacheOnly: boolean;
  format: Format;
  protocol: ProtocolRequest;
  /** Absolute URL of the repository's protocol, no trailing slash. */
  baseUrl: string;
  /** Matrix parameters. */
  properties: Record<string, string[]>;
}

/** Package name by which patterns and permissions may know a want, besides its path. */
export function readPackage(format: Format, want: Want): string | undefined {
  return want.package ?? format.locate(want.path)?.package;
}

/** May the actor read what is wanted from this repository? A listing may be allowed by its package's name. */
export function mayRead(call: Call, repository: Repository, want: Want): boolean {
  if (isAllowed(call.actor, 'read', readResource(repository, want.path))) return true;
  // Calls about no package in particular (ping, search) are open to whoever may read anything here.
  if (want.kind === 'aux' && want.package === undefined) return isAllowed(call.actor, 'read', readResource(repository));
  return want.kind !== 'file' && want.package !== undefined && isAllowed(call.actor, 'read', readResource(repository, want.package));
}

/** @throws AppError `unauthenticated` or `forbidden` */
export function requireRead(call: Call, repository: Repository, want: Want): void {
  if (!mayRead(call, repository, want)) authorise(call.actor, 'read', readResource(repository, want.path));
}

export function requireAction(call: Call, action: Action, repository: Repository, path?: string): void {
  authorise(call.actor, action, readResource(repository, path));
}
