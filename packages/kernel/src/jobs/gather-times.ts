/** What comes in one such time is told together. ISO 8601; the end is not in it. */
export interface GatherTime extends Record<string, unknown> {
  from: string;
  to: string;
}

/** The time of so many milliseconds in which a moment lies: the same whoever asks, so that what tells of it can be queued under its name by everybody who adds to it. */
export function findGatherTime(at: Date, length: number): GatherTime {
  const from = Math.floor(at.getTime() / length) * length;
  return { from: new Date(from).toISOString(), to: new Date(from + length).toISOString() };
}
