/**
 * Loaded before a server, it lets the clock of its machine be wrong: by SHIFTED_CLOCK milliseconds. Times of the database stay as they are, as where it runs elsewhere.
 */
const shift = Number(process.env.SHIFTED_CLOCK);
const Right = Date;

class ShiftedDate extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + shift);
    else super(...given);
  }

  static override now(): number {
    return Right.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
