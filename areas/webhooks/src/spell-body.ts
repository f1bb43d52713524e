/** JSON in lines; anything else as it was sent. */
export function spellBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
