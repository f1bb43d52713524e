import { type FeatureName, featureNames } from '@packhouse/contract/shell/shell-routes.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import type { Peers } from '@packhouse/peers/peers.ts';

/** This is switched on unless the configuration says otherwise: everything that exists. */
const on: ReadonlySet<FeatureName> = new Set<FeatureName>([
  'quickDeployLandingPage',
  'educationCenter',
  'toolbarSearch',
  'navigationSwitch',
  'helpLinks',
  'scanStatus',
  'scanPolicies',
  'coldStorage',
]);

/** Every switch of the console and whether it is on in this installation. */
export async function getFeatures({ features }: Pick<Config, 'features'>, peers: Pick<Peers, 'gitScanning'>): Promise<Record<FeatureName, boolean>> {
  const getState = (name: FeatureName) => (on.has(name) ? !features.includes(`-${name}`) : features.includes(name));
  const states = Object.fromEntries(featureNames.map((name) => [name, getState(name)])) as Record<FeatureName, boolean>;
  // The service knows what it needs for this, and that somebody turned it off.
  return { ...states, gitRepoScanning: (await peers.gitScanning?.()) ?? false };
}
