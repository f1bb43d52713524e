import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import { selectLivePeers } from './peer-queries.ts';
import { checkPeer } from './peers.ts';

const spellAddress = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}${new URL(url).pathname}` : url).replace(/(?:\/access)?\/*$/, '');

/**
 * Whether the deployment at an address shares users with this one and answers now.
 * @throws AppError `invalid_input` without an address, `bad_request` where it shares no users or does not answer
 */
export async function validateFederation(context: Context, url: string | undefined): Promise<Record<string, never>> {
  if (url === undefined || url === '') throw fieldRefusal('url', say(accessWords.validation_needs_url));
  const peers = await selectLivePeers(context.db, 'federation');
  const peer = peers.find((one) => spellAddress(one.url) === spellAddress(url));
  if (!peer) throw new AppError(accessWords.users_not_federated, { url });
  const { reachable, ...said } = await checkPeer(context, peer.id);
  if (!reachable) throw new AppError('bad_request', { said });
  return {};
}
