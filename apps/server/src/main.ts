#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Loading some thousand sources takes half of a start. What was compiled is kept beside the program, where only those write who may change it; where they
// may not, nothing is kept. Workers and threads are told by the variable. https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const { runCommand } = await import('./commands.ts');
await runCommand(process.argv[2] ?? '');
// Written now: a server may be ended by force.
flushCompileCache();
