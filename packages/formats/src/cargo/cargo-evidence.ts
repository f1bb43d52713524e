import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html */
function readCargoLock(text: string): NamedLibrary[] {
  return text
    .split(/^\[\[package\]\]\s*$/m)
    .slice(1)
    .flatMap((block) => {
      const value = (name: string) => new RegExp(`^${name}\\s*=\\s*"([^"]*)"`, 'm').exec(block)?.[1];
      // Without a source it is the project itself, or a part of it.
      return value('source') === undefined ? [] : [{ name: value('name'), version: value('version') }];
    });
}

export const evidence: readonly LibraryEvidence[] = [{ path: /^[^/]+\/Cargo\.lock$/, read: readCargoLock, onlyAtTop: true }];
