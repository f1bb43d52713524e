import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { readPackage, readReference } from './conan-place.ts';

/** `name/version@user/channel#revision%time` without what stands behind the reference. */
function readLocked(text: string): NamedLibrary[] {
  const reference = readReference(text.split(/[#%:]/, 1)[0]!.replace(/@$/, ''));
  return reference ? [{ name: readPackage(reference), version: reference.version }] : [];
}

/** What a lock file fixes for the program itself; what only builds it stands in lists of its own. https://docs.conan.io/2/tutorial/versioning/lockfiles.html */
function readConanLock(text: string): NamedLibrary[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return [];
  }
  const requires = ownValue(document, 'requires');
  if (Array.isArray(requires)) return requires.flatMap((one) => (typeof one === 'string' ? readLocked(one) : []));
  // The first generation keeps a graph, whose first node is the project itself.
  const nodes = findRecord(ownValue(ownValue(document, 'graph_lock'), 'nodes')) ?? {};
  return Object.entries(nodes).flatMap(([id, node]) => {
    const text = ownText(node, 'ref', 400) ?? ownText(node, 'pref', 400);
    return id === '0' || text === undefined || ownText(node, 'context') === 'build' ? [] : readLocked(text);
  });
}

export const evidence: readonly LibraryEvidence[] = [{ path: /^(?:[^/]+\/)?conan\.lock$/, read: readConanLock, onlyAtTop: true }];
