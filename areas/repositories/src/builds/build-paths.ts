const word = encodeURIComponent;

/** Runs of one build. */
export function buildRunsPath(name: string, repository: string): string {
  return `/builds/${word(name)}?buildRepo=${word(repository)}`;
}

/** One run, at the address that command lines print when they have published it. */
export function buildPath({ name, number, startedMillis, repository }: { name: string; number: string; startedMillis: number; repository: string }): string {
  return `/builds/${word(name)}/${word(number)}/${startedMillis}/published?buildRepo=${word(repository)}`;
}
