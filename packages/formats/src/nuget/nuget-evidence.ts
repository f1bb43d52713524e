import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord } from '../text/plain-json.ts';

function parse(text: string): Record<string, unknown> {
  try {
    return findRecord(JSON.parse(text.replace(/^\ufeff/, ''))) ?? {};
  } catch {
    return {};
  }
}

/** Packages that a program was published with. https://github.com/dotnet/sdk/blob/main/documentation/specs/runtime-configuration-file.md */
function readDepsJson(text: string): NamedLibrary[] {
  return Object.entries(findRecord(parse(text).libraries) ?? {}).flatMap(([id, value]) => {
    if (findRecord(value)?.type !== 'package') return [];
    const [name, version] = id.split('/');
    return [{ name, version }];
  });
}

/** https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files#locking-dependencies */
function readPackagesLock(text: string): NamedLibrary[] {
  return Object.values(findRecord(parse(text).dependencies) ?? {}).flatMap((framework) =>
    Object.entries(findRecord(framework) ?? {}).flatMap(([name, value]) => {
      const one = findRecord(value);
      return one && one.type !== 'Project' ? [{ name, version: one.resolved }] : [];
    }),
  );
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /\.deps\.json$/, read: readDepsJson },
  { path: /(?:^|\/)packages\.lock\.json$/, read: readPackagesLock, onlyAtTop: true },
];
