import type { ReleaseBundlePlace } from '@packhouse/peers/release-bundle-storage.ts';

/** No bundle can have this name, so only those who may read all bundles see what has come in and is not verified yet. */
export const incomingRoot = '.incoming';

export const incomingFolder = ({ name, version }: ReleaseBundlePlace) => `${incomingRoot}/${name}/${version}`;

export const keptFolder = ({ name, version }: ReleaseBundlePlace) => `${name}/${version}`;
