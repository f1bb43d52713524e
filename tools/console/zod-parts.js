// What the console takes of zod: all that schemas are written with, and neither its compiler, its readers of other descriptions nor its words in fifty
// languages, which the shell would carry once it gives the whole to areas. federation.ts says where `zod-v4` is.
export * from 'zod-v4/classic/checks.js';
export * as coerce from 'zod-v4/classic/coerce.js';
export * from 'zod-v4/classic/errors.js';
export * as iso from 'zod-v4/classic/iso.js';
export * from 'zod-v4/classic/parse.js';
export * from 'zod-v4/classic/schemas.js';
export { config } from 'zod-v4/core/core.js';
export * as regexes from 'zod-v4/core/regexes.js';
