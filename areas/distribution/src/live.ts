/** Beginnings of the events after which release bundles are no longer what they were. */
export const releaseBundleEvents = ['release-bundle.', 'distribution.'] as const;
