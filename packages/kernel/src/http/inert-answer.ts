/**
 * Protocols answer, on the console's origin, what uploaders and upstreams wrote. Opened in a browser it must not act as a page of ours, and no page of
 * ours may run it: a document among it (a manifest with XHTML inside, an upstream's HTML) could otherwise name a stored file as its script and act with
 * the visitor's session.
 */

/**
 * A page of its own origin without scripts, forms and anything loaded; only its links may still lead to downloads, which a folder's listing is made of.
 * https://www.w3.org/TR/CSP3/#directive-sandbox
 */
export const cspForProtocols = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-downloads";

const runnable = /(?:java|ecma|live|j)script|text\/css/i;

/**
 * The media type, except of what a page could run. With `nosniff` browsers refuse scripts, workers and styles of any other type. This holds where no
 * policy helps: the console's own `script-src 'self'` means this origin too, a path in a policy needs the host under which proxies are reached, and
 * browsers say what they fetch (`Sec-Fetch-Dest`) over TLS only. Clients that keep files do not look at the type.
 * https://fetch.spec.whatwg.org/#should-response-to-request-be-blocked-due-to-nosniff?
 */
export function inertMediaType(contentType: string): string {
  return runnable.test(contentType) ? 'text/plain' : contentType;
}
