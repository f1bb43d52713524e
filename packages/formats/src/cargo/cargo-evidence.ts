import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { LibraryEvidence, NamedLibrary, ProgramEvidence } from '../library-evidence.ts';
import { findRecord } from '../text/plain-json.ts';

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

/** A list of the crates of the largest known program has some hundred thousand bytes. */
const longestList = 8 * 1024 * 1024;
const unpack = promisify(inflate);

/** Crates that `cargo auditable` wrote into a program. https://github.com/rust-secure-code/cargo-auditable/blob/master/PARSING.md */
async function readAuditData(packed: Buffer | undefined): Promise<NamedLibrary[]> {
  if (!packed) return [];
  try {
    const { packages } = findRecord(JSON.parse((await unpack(packed, { maxOutputLength: longestList })).toString('utf8'))) ?? {};
    return (Array.isArray(packages) ? packages : []).flatMap((value) => {
      const one = findRecord(value);
      // What was built here is no crate of the registry.
      return one && one.kind !== 'build' && one.source === 'crates.io' ? [{ name: one.name, version: one.version }] : [];
    });
  } catch {
    return [];
  }
}

export const programs: readonly ProgramEvidence[] = [{ read: (program) => readAuditData(program.section('.dep-v0')) }];
