import { readFileSync } from 'node:fs';
import { constants } from '@packhouse/contract/constants.ts';
import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import { z } from 'zod';
import { checkConstantReaders } from './constant-readers.ts';
import { type Finding, formatFinding } from './finding.ts';
import { checkFormatNames } from './format-names.ts';
import { checkFreeWords } from './free-words.ts';
import { checkWords, glossaryPage, readGlossary } from './glossary.ts';
import { checkLockFile } from './lock-file.ts';
import { checkManifest, checkPins } from './manifests.ts';
import { checkPlurals } from './plurals.ts';
import { checkQuietLogs } from './quiet-logs.ts';
import { checkRequirementIds, readRequirementIds, requirementPage } from './requirement-ids.ts';
import { checkGraph } from './room-graph.ts';
import { checkRooms, readFileImports } from './room-rules.ts';
import { checkText } from './text-rules.ts';
import { listProjectFiles, readPins, readRootUses, readWorkspaces, sourceFile } from './workspaces.ts';

const LockEntry = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  optional: z.boolean().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), LockEntry) });

const generated = /^package-lock\.json$/;

function checkFiles(files: readonly string[]): Finding[] {
  const workspaces = readWorkspaces(files);
  const folders = new Map(workspaces.map(({ name, folder }) => [name, folder]));
  const glossary = readGlossary(readFileSync(glossaryPage, 'utf8'));
  const ids = readRequirementIds(readFileSync(requirementPage, 'utf8'));
  const manifests = workspaces.flatMap(({ folder, declared, wanted }) => checkManifest(`${folder}/package.json`, declared, wanted));
  const findings = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (generated.test(file)) return checkText(file, text).concat(checkLockFile(file, Lock.parse(JSON.parse(text))));
    if (!sourceFile.test(file)) return checkText(file, text);
    return [
      ...checkText(file, text),
      ...checkRooms(file, text, folders),
      ...checkFormatNames(file, text, formatIds),
      ...checkFreeWords(file, text),
      ...checkPlurals(file, text),
      ...checkQuietLogs(file, text),
      ...checkWords(file, text, glossary),
      ...checkRequirementIds(file, text, ids),
    ];
  });
  const declared = workspaces.map(({ wanted }) => wanted);
  return [...manifests, ...checkPins(readPins(), declared, readRootUses(files)), ...findings];
}

/** Tells what the imports of all our files say together. */
function checkImports(files: readonly string[]): Finding[] {
  const folders = new Map(readWorkspaces(files).map(({ name, folder }) => [name, folder]));
  return checkGraph(files.filter((file) => sourceFile.test(file)).flatMap((file) => readFileImports(file, readFileSync(file, 'utf8'), folders)));
}

/** Tells which constants of the specification stand in their table alone. */
function checkConstants(files: readonly string[]): Finding[] {
  const sources = files.filter((file) => sourceFile.test(file)).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  return checkConstantReaders(Object.keys(constants), sources);
}

const files = listProjectFiles();
const findings = [...checkFiles(files), ...checkImports(files), ...checkConstants(files)];
for (const finding of findings) console.error(formatFinding(finding));
process.exitCode = findings.length === 0 ? 0 : 1;
