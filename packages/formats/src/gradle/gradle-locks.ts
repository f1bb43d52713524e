import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** `group:name:version=configurations`, a line each. https://docs.gradle.org/current/userguide/dependency_locking.html */
const readGradleLock = (text: string): NamedLibrary[] =>
  text.split('\n').flatMap((line) => {
    const [, name, version] = /^([^\s:#=]+:[^\s:=]+):([^\s:=]+)=/.exec(line.slice(0, 2000)) ?? [];
    return name === undefined ? [] : [{ name, version }];
  });

export const locks: readonly LibraryEvidence[] = [{ path: /^(?:buildscript-)?gradle\.lockfile$/, read: readGradleLock }];
