/** One broken rule, at a place a person can open. */
export interface Finding {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

export function formatFinding({ file, line, message }: Finding): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
