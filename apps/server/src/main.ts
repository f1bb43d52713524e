#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { findBuiltProgram } from './built-program.ts';

const root = join(import.meta.dirname, '../../..');

// Loading some thousand sources takes half of a start. What was compiled is kept beside the program, where only those write who may change it; where they
// may not, nothing is kept. Workers and threads are told by the variable. https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const built = findBuiltProgram(root);
// HTTP workers are started as what this says.
if (built !== undefined) process.argv[1] = built;
await (built === undefined ? import('./program.ts') : import(built));
