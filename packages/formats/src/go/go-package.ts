import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { readZip } from '../archive/zip-archive.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Dependency, Location, PackageFacts, StagedFile } from '../format.ts';
import { findLicences, isLicenceFile, licenceFileLimit } from '../text/licence-text.ts';
import { refusals } from './go-refusals.ts';

/** Longer than any requirement with its comment. */
const longestLine = 1000;
const mostDependencies = 5000;

/** What a `go.mod` requires. https://go.dev/ref/mod#go-mod-file-require */
export function getRequirements(goMod: string): Dependency[] {
  const dependencies: Dependency[] = [];
  let block = false;
  for (const raw of goMod.split('\n')) {
    if (dependencies.length === mostDependencies) break;
    if (raw.length > longestLine) continue;
    const line = raw.trim();
    if (/^require\s*\($/.test(line)) block = true;
    else if (block && line === ')') block = false;
    else {
      const match = /^(?<name>\S+)\s+(?<version>v\S+)(?<rest>.*)$/s.exec(block ? line : line.startsWith('require ') ? line.slice(8).trim() : '');
      if (match?.groups && !line.startsWith('//'))
        dependencies.push({
          name: match.groups.name!,
          requirement: match.groups.version!,
          scope: /\/\/\s*indirect/.test(match.groups.rest!) ? 'optional' : 'runtime',
        });
    }
  }
  return dependencies;
}

interface ZipContents {
  goMod: string;
  readme?: string;
  licenses: string[];
}

/** Every file of a module's zip must lie under `module@version/`. https://go.dev/ref/mod#zip-files */
export async function readModuleZip({ package: name, version }: Location, file: StagedFile): Promise<ZipContents> {
  if (file.size > 500 * 1024 * 1024) throw new AppError(refusals.module_too_large);
  const prefix = `${name}@${version}/`;
  const found = await readZip(file, (entry) => {
    if (!entry.startsWith(prefix)) throw new AppError(documentRefusals.archive_entry_elsewhere, { entry: entry.slice(0, 200), folder: prefix });
    const inner = entry.slice(prefix.length);
    if (inner === 'go.mod') return { limit: readingLimits.goMod.most };
    if (isLicenceFile(inner)) return licenceFileLimit;
    return /^readme(\.md)?$/i.test(inner) ? { limit: 512 * 1024, cut: true } : undefined;
  });
  const readme = [...found].find(([entry]) => /\/readme(\.md)?$/i.test(entry))?.[1].toString();
  // Nothing else says it: a module has no other description of itself.
  const licenses = findLicences([...found].flatMap(([entry, bytes]) => (isLicenceFile(entry.slice(prefix.length)) ? [bytes.toString()] : [])));
  return { goMod: found.get(`${prefix}go.mod`)?.toString() ?? `module ${name}\n`, licenses, ...(readme ? { readme } : {}) };
}

export function readFacts({ goMod, readme, licenses }: ZipContents): PackageFacts {
  const minimum = /^go[ \t]+(\S{1,50})/m.exec(goMod)?.[1];
  return { licenses, dependencies: getRequirements(goMod), ...(readme ? { readme } : {}), display: minimum ? { 'Go version': minimum } : {} };
}
