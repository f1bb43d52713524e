import { createPairingToken, pairDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import type { TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** Lets two platforms, on which the access service runs, trust each other for these purposes; answers the id by which each knows the other. */
export async function pairPlatforms(a: TestPlatform, b: TestPlatform, purposes: readonly TrustPurpose[]): Promise<{ a: string; b: string }> {
  const { token } = await b.call(createPairingToken, { body: { purposes: [...purposes] } });
  const { id } = await a.call(pairDeployment, { body: { token } });
  const self = await a.peers.trust?.self();
  if (!self) throw new Error('The access service does not run on the first platform');
  return { a: self.id, b: id };
}
