import type { Said } from '@packhouse/contract/sentences.ts';
import type { Doer } from './release-bundle-storage.ts';

interface Bundle {
  name: string;
  version: string;
}

/** How a distribution stands, target by target. */
export interface DistributionState {
  id: number;
  isEnded: boolean;
  sites: readonly { target: string; isDone: boolean; problem?: Said | undefined }[];
}

type Source = { build: { name: string; number: string; projectKey: string } } | { paths: readonly string[] };

/** The distribution service does this for those who act in somebody's name; each judges that actor's rights as a call by them would. */
export interface ReleaseBundleActions {
  /** Whether a version is there, who made it and when. @throws AppError `forbidden` */
  find(doer: Doer, bundle: Bundle): Promise<{ isSigned: boolean; createdBy: string; createdAt: Date } | undefined>;
  /** @throws AppError */
  create(doer: Doer, bundle: Bundle, source: Source, description: string): Promise<void>;
  /** Judges what `create` would, and keeps nothing. @throws AppError */
  tryCreate(doer: Doer, bundle: Bundle, source: Source): Promise<{ files: number }>;
  /** @throws AppError */
  sign(doer: Doer, bundle: Bundle): Promise<void>;
  /** Begins to send a signed version. @throws AppError */
  distribute(doer: Doer, bundle: Bundle, targets: readonly string[], createRepositories: boolean): Promise<DistributionState>;
  /** Judges what `distribute` would, asks each target, and sends nothing. @throws AppError */
  tryDistribute(doer: Doer, bundle: Bundle, targets: readonly string[], createRepositories: boolean): Promise<DistributionState>;
  /** The newest run of a version that this actor began after a moment to exactly these targets. */
  findDistribution(doer: Doer, bundle: Bundle, targets: readonly string[], since: Date): Promise<DistributionState | undefined>;
  readDistribution(id: number): Promise<DistributionState | undefined>;
}
