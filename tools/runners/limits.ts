const minute = 60_000;

/**
 * How long a test of each kind, and each of its hooks, may take. They are there to end what hangs, not to measure: a machine several times
 * slower than ours, or shared with others, has to pass too. How fast something is, is measured in `bench`.
 */
export const limits = { unit: 3 * minute, component: 3 * minute, clients: 10 * minute, console: 10 * minute } as const;

/** How long a stage may go without a test that begins or ends; longer than any test or hook may take. */
export const patience = Math.max(...Object.values(limits)) + 5 * minute;
