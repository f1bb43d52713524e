let forms = 0;

/** Whether a form on screen holds what is not saved yet. */
export function hasUnsaved(): boolean {
  return forms > 0;
}

/** Notes that a form holds what is not saved yet; the answer takes the note back. */
export function noteUnsaved(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}
