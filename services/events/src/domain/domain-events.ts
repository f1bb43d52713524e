import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import { artifactReaders } from './artifact-events.ts';
import type { DomainEvent, Reader } from './domain-event.ts';
import { policyReaders } from './policy-events.ts';
import { releaseBundleReaders } from './release-bundle-events.ts';

export type { DomainEvent, Place } from './domain-event.ts';

const readers: Readonly<Record<string, Reader>> = { ...artifactReaders, ...releaseBundleReaders, ...policyReaders };

/** These types of the platform's events mean something to webhooks. */
export const readableTypes: readonly string[] = Object.keys(readers);

/**
 * Tells what an event of the platform means to webhooks: nothing, one event, or several, which may be of the same domain and type where the platform told of
 * many files at once. The same event always gives the same list in the same order.
 */
export function readDomainEvents({ type, data }: Pick<PlatformEvent, 'type' | 'data'>): readonly DomainEvent[] {
  return Object.hasOwn(readers, type) ? readers[type]!(data) : [];
}
