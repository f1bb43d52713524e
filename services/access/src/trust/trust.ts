import type { Trust } from '@packhouse/peers/trust.ts';
import type { Context } from '../context.ts';
import { callPeer } from './call-peer.ts';
import { makeVerifier } from './deployment-keys.ts';
import { pairWith } from './pairing.ts';
import { issuePass } from './pass.ts';
import { selectLivePeers, selectPeer } from './peer-queries.ts';
import { needPeer, readSelf, toPeer } from './peer-view.ts';
import { revokePeer } from './peers.ts';

/** What other services do with the deployments that this one trusts. */
export function trustOffer(context: Context): Trust {
  const { db, deployment, deploymentKeys } = context;
  return {
    async self() {
      const { id, name, url, fingerprint } = await readSelf(context);
      return { id, name, url: url ?? undefined, fingerprint };
    },
    list: async (purpose) => (await selectLivePeers(db, purpose)).map(toPeer),
    async find(id) {
      const row = await selectPeer(db, id);
      return row && !row.revoked_at ? toPeer(row) : undefined;
    },
    async reach(id) {
      const row = await selectPeer(db, id);
      return row && !row.revoked_at ? { name: row.name, url: row.url, allowPrivate: row.allow_private } : undefined;
    },
    issuePass: (peer, under, seconds) => issuePass(context, peer, under, seconds),
    pair: async (token, { by, ...options }) => toPeer(await pairWith(context, token, { url: undefined, ...options }, by)),
    revoke: async (id, by) => void (await revokePeer(context, id, by)),
    async call(id, call) {
      const row = await needPeer(context, id);
      const answer = await callPeer(context, row, call);
      if (answer.status < 500) await context.federation.endPausesOf(row);
      return answer;
    },
    offset: async (peer) => (await selectPeer(db, peer))?.clock_offset ?? undefined,
    async signer() {
      const key = await deploymentKeys.current();
      return (bytes) => key.signBytes(bytes);
    },
    async verifier(id) {
      const row = id === deployment ? undefined : await selectPeer(db, id);
      const keys =
        id === deployment ? (await deploymentKeys.all()).map(({ publicKey }) => publicKey) : (row?.revoked_at ? [] : (row?.keys ?? [])).map(({ key }) => key);
      const verifiers = keys.map(makeVerifier);
      return (bytes, signature) => verifiers.some((isSigned) => isSigned(bytes, signature));
    },
  };
}
