import { flushCompileCache } from 'node:module';
import { runCommand } from './commands.ts';
import { countOutsideMemory } from './outside-memory.ts';

countOutsideMemory();
await runCommand(process.argv[2] ?? '');
// Written now: a server may be ended by force.
flushCompileCache();
