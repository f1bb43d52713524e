/** A client of a format keeps the address of what it asks here, on the machine where it runs. */
export interface ClientSetting {
  /** Names a variable of the environment. */
  readonly variable?: string;
  /** Name files; `~/` stands for the home folder. */
  readonly files?: readonly string[];
  /** Finds the addresses in the variable or file, the first of them first; what is none is passed over. */
  find(text: string): readonly string[];
}

/** Where clients of a format get packages from by themselves. */
export interface ClientUpstream {
  readonly settings: readonly ClientSetting[];
  /** Gives the address that their makers have them ask unless they are told otherwise, where a library tells it; undefined when it does not. */
  usual?(): string | undefined;
}

/** Finds what stands behind the words, up to the end of the line or a blank. */
export function findBehind(words: RegExp): (text: string) => string[] {
  const pattern = new RegExp(`^\\s*(?:${words.source})\\s*"?([^\\s"]+)`, 'gm');
  return (text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');
}

/** Reads settings written in JSON; what cannot be read has none. */
export function findInJson(pick: (settings: unknown) => readonly unknown[]): (text: string) => string[] {
  return (text) => {
    try {
      return pick(JSON.parse(text)).filter((one): one is string => typeof one === 'string');
    } catch {
      return [];
    }
  };
}
