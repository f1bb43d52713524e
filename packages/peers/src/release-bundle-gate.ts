/** The scanning service decides with this whether a version of a release bundle may leave. @throws AppError that names the rule that keeps it */
export type ReleaseBundleGate = (bundle: { name: string; version: string }, what: 'distribution' | 'promotion') => Promise<void>;
