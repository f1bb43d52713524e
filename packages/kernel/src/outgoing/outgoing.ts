import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

export interface OutgoingRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Sent to the very server of the address, not to those it redirects to. */
  homeHeaders?: Record<string, string>;
  body?: string | Buffer | Readable;
  /** Milliseconds until the answer's head must be there; 30 000 unless said. */
  timeout?: number;
  /** How many redirects to follow; 5 unless said. Authorization is dropped when the host changes. */
  redirects?: number;
  signal?: AbortSignal;
  /** Called when a connection stands, which may have been there, just before the request goes out on it; for every server that is asked. */
  onConnected?: () => void;
  /** Private addresses this very target may use, besides those the configuration allows (a remote repository's own setting). */
  allowPrivate?: boolean;
  /** Forward proxy for this request, instead of the default one; null goes without any. */
  proxy?: OutgoingProxy | null;
  /** Who we are to a server that asks for a certificate; shown to the very server of the address, not to those it redirects to. */
  identity?: ClientIdentity;
}

/** A certificate with its private key, both in PEM (mutual TLS). */
export interface ClientIdentity {
  certificate: string;
  privateKey: string;
}

/** A forward proxy. */
export interface OutgoingProxy {
  /** Its address, with user name and password where it wants them. */
  url: string;
  /** Host names, or endings such as `.example.org`, that are contacted without it. */
  noProxy: readonly string[];
}

export interface OutgoingAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Must be read or destroyed. Never decoded: `accept-encoding: identity` is asked for. */
  body: Readable;
  /** The address that answered, after redirects. */
  url: string;
}

export interface OutgoingConnection {
  host: string;
  port: number;
  /** Milliseconds until the connection must stand; 15 000 unless said. */
  timeout?: number;
  /** Private addresses this very target may use, besides those the configuration allows. */
  allowPrivate?: boolean;
}

/**
 * The only way out of the platform. Names are resolved first and private, loopback, link-local and metadata addresses refused with `address_refused`
 * (checked at connect time, so that a second DNS answer cannot slip through), unless allowed.
 * Fails with `upstream_unavailable` when nobody answers in time.
 */
export interface Outgoing {
  request(url: string, options?: OutgoingRequest): Promise<OutgoingAnswer>;
  /** A plain connection to a server that does not speak HTTP (mail, directories), under the same rules; never through a proxy. The caller closes it. */
  connect(target: OutgoingConnection): Promise<Socket>;
  /** The same by the way that requests go, through the proxy where one is to be used: for programs of others that speak HTTP by themselves. The caller closes it. */
  tunnel(target: OutgoingConnection): Promise<Socket>;
  /** Says which proxy requests go through that name none; asked for each of them. Where it knows none, the configured one is used. */
  useProxy(choose: () => Promise<OutgoingProxy | undefined>): void;
}
