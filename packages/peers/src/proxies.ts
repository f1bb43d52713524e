import type { OutgoingProxy } from '@packhouse/kernel/outgoing/outgoing.ts';

/** The repositories service tells the others this about the outgoing proxies that administrators named. */
export interface NamedProxies {
  /** Undefined when there is none of this key. */
  find(key: string): Promise<OutgoingProxy | undefined>;
}
