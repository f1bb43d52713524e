import { isDeepStrictEqual } from 'node:util';
import type { DeploymentCheck, OwnDeployment, TrustedDeploymentChange } from '@packhouse/contract/access/access-trust-routes.ts';
import { greetPeer } from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { Accepts } from '@packhouse/contract/trust-purposes.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { callPeer } from './call-peer.ts';
import { spellFingerprint } from './fingerprint.ts';
import { deletePeer, lockPeer, type PeerRow, updatePeer } from './peer-queries.ts';
import { knownPeer, needPeer, readSelf } from './peer-view.ts';

const auditable = ({ name, url, allow_private: allowPrivate, accepts }: PeerRow) => ({ name, url, allowPrivate, accepts });

export function changePeer(context: Context, id: string, change: z.output<typeof TrustedDeploymentChange>, by: By): Promise<PeerRow> {
  const { name, url, allowPrivate, accepts } = change;
  return inChange(context, by, async (transaction, record) => {
    const before = knownPeer(await lockPeer(transaction, id), id);
    // What was refused there may be taken now, so that it is to try again: whoever introduces itself is tried.
    const isToBeTold = before.revoked_at === null && !isDeepStrictEqual(Accepts.parse(before.accepts), accepts);
    const after = await updatePeer(transaction, id, {
      name,
      url,
      allow_private: allowPrivate,
      accepts: JSON.stringify(accepts),
      ...(isToBeTold ? { tell_at: new Date(), tell_attempts: 0 } : {}),
    });
    await context.federation.tryAgain(transaction, id);
    await record({ action: 'peer.changed', subject: name, before: auditable(before), after: auditable(after) });
    return after;
  });
}

/** Ends the trust in a deployment: from then on no call of it is taken and none is made to it. It is told when it can be reached. */
export async function revokePeer(context: Context, id: string, by: By): Promise<PeerRow> {
  const revoked = await inChange(context, by, async (transaction, record) => {
    const before = knownPeer(await lockPeer(transaction, id), id);
    if (before.revoked_at) return before;
    const now = new Date();
    const after = await updatePeer(transaction, id, { revoked_at: now, revoked_there: false, tell_at: now, tell_attempts: 0 });
    await context.federation.dropEnding(transaction, id);
    await record({ action: 'peer.revoked', subject: before.name, before: { id, purposes: before.purposes } });
    return after;
  });
  await context.federation.unenrol();
  return revoked;
}

/** The other deployment says that it trusts this one no longer. */
export async function endPeer(context: Context, peer: Peer, address: string): Promise<void> {
  await inChange(context, { actor: peer.name, address }, async (transaction, record) => {
    const before = await lockPeer(transaction, peer.id);
    if (!before || before.revoked_at) return;
    await updatePeer(transaction, peer.id, { revoked_at: new Date(), revoked_there: true, tell_at: null });
    await context.federation.dropEnding(transaction, peer.id);
    await record({ action: 'peer.revoked', subject: before.name, before: { id: peer.id, purposes: before.purposes } });
  });
  await context.federation.unenrol();
}

/** Removes a deployment that is not trusted any more, with its keys. */
export async function forgetPeer(context: Context, id: string, by: By): Promise<void> {
  await inChange(context, by, async (transaction, record) => {
    // First what a batch from there locks first, too.
    await context.federation.dropLinksOf(transaction, id);
    const before = knownPeer(await lockPeer(transaction, id), id);
    if (!before.revoked_at) throw new AppError(trustWords.trust_not_ended, { name: before.name });
    await deletePeer(transaction, id);
    await record({ action: 'peer.forgotten', subject: before.name, before: { id, ...auditable(before) } });
  });
  await context.federation.unenrol();
}

/** Whether a deployment answers, and what its clock says. */
export async function checkPeer(context: Context, id: string): Promise<DeploymentCheck> {
  const row = await needPeer(context, id);
  const { name } = row;
  try {
    const { status, text } = await callPeer(context, row, { method: 'GET', path: greetPeer.url, timeout: 10_000, largestAnswer: 64 * 1024 });
    const answer = status === 200 ? greetPeer.reply.safeParse(JSON.parse(text)) : undefined;
    if (!answer?.success || answer.data.id !== id) throw new AppError(trustWords.peer_answers, { name, status });
    return { reachable: true, ...say(trustWords.peer_works), version: answer.data.version };
  } catch (error) {
    if (error instanceof AppError) return { reachable: false, ...saidBy(error) };
    if (error instanceof SyntaxError) return { reachable: false, ...say(trustWords.peer_answers, { name, status: 200 }) };
    throw error;
  }
}

/** Takes a new key. Those that trust this deployment are told by the pump, each under the key that it knows. */
export async function rotateKey(context: Context, by: By): Promise<OwnDeployment> {
  const before = await context.deploymentKeys.current();
  await inChange(context, by, async (transaction, record) => {
    const id = await context.deploymentKeys.rotate(transaction);
    await record({
      action: 'deployment-key.rotated',
      subject: context.deployment,
      before: { fingerprint: await spellFingerprint(before.id) },
      after: { fingerprint: await spellFingerprint(id) },
    });
  });
  return readSelf(context);
}
