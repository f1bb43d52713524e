/**
 * Work that waits for others: requests to receivers, peers, vendors. It is no job, since a few servers that hang would keep all jobs from running. What is to be
 * done stands in rows, which a process claims for a while.
 */
export interface Pump<Item> {
  /** One in the installation: `<service>.<what it does>`. */
  readonly name: string;
  /** So many items are under way in this process at once. */
  readonly width: number;
  /** Whether an event of this type may have brought work. */
  wakes(type: string): boolean;
  /** Whether more may be due once work has ended, even where the last claim took all there was; so it is unless this says no. */
  readonly endsBringWork?: boolean;
  /** Takes items that are due, this many at most, and leases them: nobody else takes one before its lease ends, which must be later than its work can. */
  claim(free: number): Promise<readonly Item[]>;
  /** Does the work and settles the row. What fails, or is cut off by the signal, is taken again when the lease has ended. */
  work(item: Item, signal: AbortSignal): Promise<void>;
}

/** Pumps run wherever jobs run, in every process. */
export interface Pumps {
  /** Registers a pump before the platform runs. */
  register<Item>(pump: Pump<Item>): void;
}
