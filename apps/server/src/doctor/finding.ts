/** Tells what one look at the installation found, and how to mend it. */
export interface Finding {
  level: 'good' | 'warning' | 'bad';
  text: string;
  mend?: string;
}

export const good = (text: string): Finding => ({ level: 'good', text });
export const warning = (text: string, mend: string): Finding => ({ level: 'warning', text, mend });
export const bad = (text: string, mend: string): Finding => ({ level: 'bad', text, mend });

/** The words of an error, and of what caused it. */
export function readWords(error: unknown): string {
  const words: string[] = [];
  for (let one = error; one instanceof Error && words.length < 3; one = one.cause) if (one.message) words.push(one.message);
  return words.join(': ') || String(error);
}
