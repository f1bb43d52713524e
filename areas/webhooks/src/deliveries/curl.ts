import type { HookAttempt } from '@packhouse/contract/events/hook-delivery-routes.ts';

/** A terminal acts on these, also where they are only pasted; lines and tabs are what they are within quotes. */
const controls = /(?![\n\t])\p{Cc}/gu;
const spell = (character: string) => [...new TextEncoder().encode(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** A text as a shell takes it for nothing else: in single quotes nothing is acted upon. Control characters are spelled, as Bash and its like read them. */
function quote(text: string): string {
  if (text.search(controls) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replace(controls, spell)}'`;
}

/** A header without a value ends with a semicolon, or curl leaves it out. */
const spellHeader = ([name, value]: [string, string]) => quote(value === '' ? `${name};` : `${name}: ${value}`);

/** The request of an attempt for a terminal, as it was sent; secrets stay masked, for the reader to fill in. */
export function makeCurl({ method, url, request }: Pick<HookAttempt, 'method' | 'url' | 'request'>, body: string): string {
  return [
    // Brackets and braces of an address are its own.
    `curl --globoff -X ${method} ${quote(url)}`,
    ...Object.entries(request.headers).map((header) => `-H ${spellHeader(header)}`),
    // Taken as it is, whatever it begins with.
    ...(method === 'GET' ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}
