import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Finding, formatFinding } from './finding.ts';
import { checkWords, glossaryPage, readGlossary } from './glossary.ts';
import { checkLockFile } from './lock-file.ts';
import { checkRequirementIds, readRequirementIds, requirementPage } from './requirement-ids.ts';
import { checkRooms } from './room-rules.ts';
import { checkText } from './text-rules.ts';

const Workspace = z.object({ name: z.string() });
const LockEntry = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  optional: z.boolean().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), LockEntry) });

const binary = /\.(png|jpe?g|gif|webp|ico|woff2?|tgz|gz|zip|jar|whl|wasm)$/;
const generated = /^package-lock\.json$/;
const source = /^(packages|services|apps|areas|e2e|bench|tools)\/.*\.tsx?$/;

/** Tracked files, and those about to be. */
function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed.split('\n').filter((file) => file !== '' && !binary.test(file) && existsSync(file));
}

function workspaceFolders(files: readonly string[]): Map<string, string> {
  const manifests = files.filter((file) => /^[^/]+\/([^/]+\/)?package\.json$/.test(file));
  return new Map(manifests.map((file) => [Workspace.parse(JSON.parse(readFileSync(file, 'utf8'))).name, file.replace(/\/package\.json$/, '')]));
}

function checkFiles(files: readonly string[]): Finding[] {
  const folders = workspaceFolders(files);
  const glossary = readGlossary(readFileSync(glossaryPage, 'utf8'));
  const ids = readRequirementIds(readFileSync(requirementPage, 'utf8'));
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (generated.test(file)) return checkText(file, text).concat(checkLockFile(file, Lock.parse(JSON.parse(text))));
    if (!source.test(file)) return checkText(file, text);
    return [...checkText(file, text), ...checkRooms(file, text, folders), ...checkWords(file, text, glossary), ...checkRequirementIds(file, text, ids)];
  });
}

const findings = checkFiles(projectFiles());
for (const finding of findings) console.error(formatFinding(finding));
process.exitCode = findings.length === 0 ? 0 : 1;
