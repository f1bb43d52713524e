import { type FeatureName, featureNames } from '@packhouse/contract/shell/shell-routes.ts';
import type { Config } from '@packhouse/kernel/config.ts';

/** This is switched on unless the configuration says otherwise: everything that exists. */
const on: ReadonlySet<FeatureName> = new Set<FeatureName>(['quickDeployLandingPage', 'educationCenter', 'toolbarSearch', 'navigationSwitch', 'helpLinks']);

/** Every switch of the console and whether it is on in this installation. */
export function getFeatures({ features }: Pick<Config, 'features'>): Record<FeatureName, boolean> {
  const getState = (name: FeatureName) => (on.has(name) ? !features.includes(`-${name}`) : features.includes(name));
  return Object.fromEntries(featureNames.map((name) => [name, getState(name)])) as Record<FeatureName, boolean>;
}
