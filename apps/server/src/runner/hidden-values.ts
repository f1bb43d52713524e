const hidden = '***';
/** Parts of a value that are shorter would hide half of every text. */
const shortest = 4;

/** A value as it may stand in an output: as it is, line by line, in an address, and in base64. */
function listForms(value: string): string[] {
  const lines = value.split(/\r?\n/);
  return [value, ...lines, ...lines.map((line) => line.trim()), encodeURIComponent(value), Buffer.from(value).toString('base64')];
}

/** Hides values in what a command writes. It keeps them out of logs by mistake; whoever writes the script could spell them otherwise. */
export class HiddenValues {
  readonly #forms: readonly string[];
  constructor(values: readonly string[]) {
    const forms = new Set(values.flatMap(listForms).filter(({ length }) => length >= shortest));
    // Longer ones first: one may hold another.
    this.#forms = [...forms].sort((one, other) => other.length - one.length);
  }

  /** So much at the end of a text may be the beginning of a value. */
  get overlap(): number {
    return Math.max(0, (this.#forms[0]?.length ?? 0) - 1);
  }

  hide(text: string): string {
    return this.#forms.reduce((left, form) => left.replaceAll(form, hidden), text);
  }
}
