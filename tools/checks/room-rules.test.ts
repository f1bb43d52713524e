import { describe, expect, it } from 'vitest';
import { checkRooms, readImports } from './room-rules.ts';

const folders = new Map([
  ['@packhouse/contract', 'packages/contract'],
  ['@packhouse/formats', 'packages/formats'],
  ['@packhouse/kernel', 'packages/kernel'],
  ['@packhouse/peers', 'packages/peers'],
  ['@packhouse/ui', 'packages/ui'],
  ['@packhouse/testkit', 'packages/testkit'],
  ['@packhouse/access-service', 'services/access'],
  ['@packhouse/repositories-service', 'services/repositories'],
  ['@packhouse/access-area', 'areas/access'],
]);
const messages = (file: string, text: string) => checkRooms(file, text, folders).map(({ message }) => message);

describe('room rules', () => {
  it.each([
    ['packages/contract/src/a.ts', `import { handle } from '@packhouse/kernel/http/http.ts';`, 'packages/contract may not import'],
    ['packages/kernel/src/a.ts', `import '@packhouse/access-service/service.ts';`, 'packages/kernel may not import'],
    ['services/access/src/a.ts', `import { x } from '@packhouse/repositories-service/service.ts';`, 'services/access may not import'],
    ['services/access/src/a.ts', `import type { X } from '@packhouse/ui/page/page.tsx';`, 'services/access may not import'],
    ['services/access/src/a.ts', `export { x } from '@packhouse/ui/page/page.tsx';`, 'services/access may not import'],
    ['services/access/src/a.ts', `const x = await import('@packhouse/ui/page/page.tsx');`, 'services/access may not import'],
    ['areas/repositories/src/a.tsx', `import { Users } from '@packhouse/access-area/users-page.tsx';`, 'areas/repositories may not import'],
    ['areas/access/src/a.tsx', `import { x } from '../../../packages/kernel/src/http/http.ts';`, 'areas/access may not import'],
    ['services/access/src/a.ts', `import { x } from '../../../packages/kernel/src/http/http.ts';`, 'another room is imported by its name'],
    ['services/access/src/a.ts', `import { x } from '@packhouse/access-service/schema.ts';`, 'inside a room imports are relative'],
    ['services/access/src/user/user.ts', `import { x } from '../group/group-queries.ts';`, 'queries are private to their feature'],
    ['services/access/src/user/user.ts', `import { fastify } from 'fastify';`, 'only routes and service.ts import Fastify'],
    ['services/access/src/user/user.ts', `import { sql } from 'kysely';`, 'only files of queries'],
    ['packages/kernel/src/jobs/jobs.ts', `import { type Kysely, sql } from 'kysely';`, 'only files of queries'],
    ['services/access/src/user/user.ts', `import { useState } from 'react';`, 'browser libraries'],
    ['areas/access/src/a.test.tsx', `import { HttpResponse, http } from 'msw';`, 'answers come from the contract'],
    ['areas/access/src/a.tsx', `import { readFile } from 'node:fs/promises';`, 'the browser has no server libraries'],
    ['packages/contract/src/a.ts', `import { sql } from 'kysely';`, 'contract imports schemas only'],
    ['packages/contract/src/a.ts', `import { npm } from '@packhouse/formats/npm/npm.ts';`, 'packages/contract may not import'],
    ['packages/ui/src/a.ts', `import * as cards from '@packhouse/formats/cards.ts';`, 'packages/ui may not import'],
    ['areas/access/src/a.tsx', `import { formatOf } from '@packhouse/formats/formats.ts';`, 'areas/access may not import'],
    ['packages/formats/src/npm/npm-card.ts', `import { tabs } from './npm-paths.ts';`, 'plain data'],
    ['packages/formats/src/npm/npm-card.ts', `import { join } from 'node:path';`, 'plain data'],
    ['packages/kernel/src/a.ts', `import type { Peers } from '@packhouse/peers/peers.ts';`, 'packages/kernel may not import'],
    ['packages/kernel/src/a.ts', `export const scanDirectory = 1;`, 'the kernel knows no service'],
    ['packages/kernel/src/a.ts', `const isPlain = (key: string) => key === 'artifactory';`, 'the kernel knows no service'],
    ['packages/kernel/src/a.ts', `import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';`, 'packages/kernel may not import'],
    ['packages/peers/src/a.ts', `import { authorise } from '@packhouse/kernel/access/authorisation.ts';`, 'peers are types only'],
    ['packages/peers/src/a.ts', `export const most = 3;`, 'peers hold types only'],
    ['services/access/src/user/user.ts', `import { Peers } from '@packhouse/peers/peers.ts';`, 'peers are types only'],
    ['elsewhere/a.ts', '', 'stands in no room'],
  ])('refuses in %s: %s', (file, text, expected) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    [
      'services/repositories/src/artifact/artifact-routes.ts',
      `import type { FastifyInstance } from 'fastify';\nimport { handle } from '@packhouse/kernel/http/http.ts';`,
    ],
    ['services/access/src/user/user-routes.ts', `import { selectUser } from './user-queries.ts';`],
    ['services/access/src/user/user-queries.ts', `import { sql } from 'kysely';`],
    ['services/access/src/user/user.ts', `import type { Kysely } from 'kysely';`],
    ['services/access/src/user/user.test.ts', `import { sql } from 'kysely';`],
    ['apps/console/src/a.test.tsx', `import type { HttpHandler } from 'msw';`],
    ['packages/testkit/src/console/answers.ts', `import { http } from 'msw';`],
    ['packages/kernel/src/database/database.ts', `import { Kysely } from 'kysely';`],
    ['services/scanning/src/summary/issues.ts', `import { isIgnored } from '../ignore/ignored-queries.ts';`],
    ['services/access/src/user/user.test.ts', `import { startTestPlatform } from '@packhouse/testkit/platform.ts';`],
    ['areas/access/src/a.tsx', `import { Page } from '@packhouse/ui/page/page.tsx';\nimport { useState } from 'react';`],
    ['packages/contract/src/a.ts', `import * as cards from '@packhouse/formats/cards.ts';`],
    ['services/access/src/user/user.ts', `import type { Peers } from '@packhouse/peers/peers.ts';`],
    ['packages/peers/src/a.ts', `import type { Actor } from '@packhouse/kernel/access/authorisation.ts';\nexport interface Offer { actor: Actor }`],
    ['packages/formats/src/npm/npm-card.ts', `import type { FormatCard } from '../format-card.ts';`],
    ['areas/access/src/a.tsx', `// import { readFile } from 'node:fs';\nconst text = "import 'kysely'";`],
  ])('accepts in %s: %s', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });

  it('reads static, type-only, passed-on and dynamic imports with their lines', () => {
    const text = `import type { A } from './a.ts';\nimport { b } from './b.ts';\nexport * from './c.ts';\nconst d = import('./d.ts');\n`;
    expect(readImports('x.ts', text)).toEqual([
      { specifier: './a.ts', line: 1, typeOnly: true },
      { specifier: './b.ts', line: 2, typeOnly: false },
      { specifier: './c.ts', line: 3, typeOnly: false },
      { specifier: './d.ts', line: 4, typeOnly: false, lazy: true },
    ]);
  });
});
