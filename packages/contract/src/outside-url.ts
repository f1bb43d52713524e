import { z } from 'zod';

/** Numbers of one's own network, as administrators write them; names are judged when they are contacted. */
const ownNetwork = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
const shape = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::\d{2,5})?(?:[/?#][^\s\\]*)?$/i;

/**
 * Whether this can be the address of a server elsewhere: by http or https, at a name, an IPv4 address outside private networks or an IPv6 address in
 * brackets, on a port of two to five digits. Credentials do not belong into it.
 */
export function isOutsideUrl(text: string): boolean {
  if (!shape.test(text) || !URL.canParse(text)) return false;
  // The parser writes the other spellings of an address (`0x7f.1`) as four numbers.
  return !ownNetwork.test(new URL(text).hostname);
}

/** An address of a server elsewhere; `words` say that it is none. */
export function outsideUrl(words: string): z.ZodType<string, string> {
  return z.string(words).trim().max(2000).refine(isOutsideUrl, words);
}
