// Writes docs/compatible-api.md from the contract; with `--check` it only says whether the page is what the contract says.
import { readFileSync, writeFileSync } from 'node:fs';
import { getFaults, renderDocument } from './compatible/compatible-document.ts';
import { contractRoutes } from './compatible/contract-routes.ts';

const page = 'docs/compatible-api.md';
const routes = await contractRoutes();
const faults = getFaults(routes);
const text = renderDocument(routes);
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) faults.push(`${page} is not what the contract says: run 'npm run docs'`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
