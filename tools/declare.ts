import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { listProjectFiles, readWorkspaces } from './checks/workspaces.ts';

/** Writes into the manifest of each workspace what its files import, and into the lock file what the manifests say. */
for (const { folder, wanted } of readWorkspaces(listProjectFiles())) {
  const file = `${folder}/package.json`;
  const { dependencies: _, devDependencies: __, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const parts = Object.fromEntries(Object.entries(wanted).filter(([, names]) => Object.keys(names).length > 0));
  writeFileSync(file, `${JSON.stringify({ ...rest, ...parts }, null, 2)}\n`);
}
execSync('npm install --package-lock-only --ignore-scripts --no-audit --no-fund --prefer-offline', { stdio: 'inherit' });
