/** Constants of the shell that the specification fixes. Milliseconds unless said. */
export const constants = {
  pathPrefix: '/ui/',
  chunkLoadTimeout: 120_000,
  maximumMountTime: 100_000,
  microfrontendLifetime: 604_800_000,
  loginRedirectLifetime: 3_600_000,
  idleThreshold: 60_000,
} as const;
