import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord } from '../text/plain-json.ts';
import { card } from './swift-card.ts';

const [ecosystem] = card.scanning.libraries;

/** Advisories write the address of a repository without what stands before and behind it: `github.com/apple/swift-nio`. */
export function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]{1,20}:\/\/(?:[^/@]{1,200}@)?/, '')
    .replace(/^[^/@:]{1,100}@([^/:]{1,200}):/, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/** Packages that are fixed, by the addresses that advisories call them by. https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/Usage.md */
function readResolved(text: string): NamedLibrary[] {
  let document: Record<string, unknown>;
  try {
    document = findRecord(JSON.parse(text)) ?? {};
  } catch {
    return [];
  }
  const pins = document.pins ?? findRecord(document.object)?.pins;
  return (Array.isArray(pins) ? pins : []).flatMap((value) => {
    const pin = findRecord(value);
    const place = pin?.location ?? pin?.repositoryURL;
    return typeof place === 'string' ? [{ name: place.slice(0, 500), version: findRecord(pin?.state)?.version, ecosystem }] : [];
  });
}

export const evidence: readonly LibraryEvidence[] = [{ path: /^(?:[^/]+\/)?Package\.resolved$/, read: readResolved, onlyAtTop: true }];
