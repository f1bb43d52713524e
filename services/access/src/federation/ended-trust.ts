import type { ChangeTransaction } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { unenrol } from './enrol.ts';
import { replaceIssuers } from './issuer-queries.ts';
import { readAliases } from './known.ts';
import { settleCopies } from './link-copy-queries.ts';
import { deleteEnding, deleteLink, selectLinks } from './link-queries.ts';
import { materialiseFreed } from './materialise.ts';
import { hearNotes, silenceNotes } from './materialise-queries.ts';
import { lockState } from './register-queries.ts';

/** A deployment is trusted no more: nobody is left to tell that a link to it has ended. Its other links stay, for whoever pairs with it again; nothing goes over them. */
function dropEnding(transaction: ChangeTransaction, peer: string): Promise<void> {
  return deleteEnding(transaction, peer);
}

/** A deployment is forgotten: what it brought is this one's own from now on, and its links and the keys of its tokens go. */
async function dropLinksOf(transaction: ChangeTransaction, peer: string): Promise<void> {
  await lockState(transaction);
  const links = (await selectLinks(transaction)).filter((link) => link.peer === peer);
  await silenceNotes(transaction);
  for (const { id, direction } of links) {
    if (direction === 'in') await settleCopies(transaction, id, 'keep');
    await deleteLink(transaction, id);
  }
  if (links.length > 0) await materialiseFreed({ transaction, aliases: await readAliases(transaction) });
  await hearNotes(transaction);
  await replaceIssuers(transaction, peer, []);
}

/** What the end of trust does to links: the first within the change, the second when that is there for others to see. */
export const endedTrust = (getContext: () => Context): Pick<Context['federation'], 'dropEnding' | 'dropLinksOf' | 'unenrol'> => ({
  dropEnding,
  dropLinksOf,
  unenrol: () => unenrol(getContext()),
});
