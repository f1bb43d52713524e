import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { requireDeployable } from '../directory/accepted-paths.ts';
import { readResource } from '../directory/directory.ts';
import { requireUnexpired } from '../storage/expiry.ts';
import { type Transferred, transfer } from '../storage/transfer.ts';
import { needLocal, needRepository, needStoring } from './item.ts';

export interface TransferRequest {
  from: { key: string; path: string };
  to: { key: string; path: string; into: boolean };
  move: boolean;
  dryRun: boolean;
}

/** Copies or moves what the caller may read (and for a move delete) to where the caller may deploy. */
export async function transferItem(context: Context, actor: Actor, { from, to, move, dryRun }: TransferRequest): Promise<Transferred & { key: string }> {
  const source = await needStoring(context, actor, from.key);
  const target = await needLocal(context, await needRepository(context, actor, to.key));
  authorise(actor, 'read', readResource(source, from.path));
  authorise(actor, 'deploy', readResource(target, to.path));
  const done = await transfer(context, {
    actor: actor.name,
    source: { repository: source, path: from.path },
    target: { repository: target, path: to.path, into: to.into },
    move,
    dryRun,
    permit(file, targetPath) {
      const place = readResource(source, file.path);
      authorise(actor, 'read', place);
      // Where the copy lies, others may decide when it expires.
      if (!isAllowed(actor, 'manage', place)) requireUnexpired(file);
      if (move) authorise(actor, 'delete', place);
      authorise(actor, 'deploy', readResource(target, targetPath));
      requireDeployable(target, targetPath);
      return isAllowed(actor, 'delete', readResource(target, targetPath));
    },
  });
  return { ...done, key: target.key };
}
