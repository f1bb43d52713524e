import * as groups from '@packhouse/contract/access/access-group-routes.ts';
import * as permissions from '@packhouse/contract/access/access-permission-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import * as users from '@packhouse/contract/access/access-user-routes.ts';
import * as artifacts from '@packhouse/contract/repositories/artifact-routes.ts';
import * as builds from '@packhouse/contract/repositories/build-routes.ts';
import * as repositories from '@packhouse/contract/repositories/repository-routes.ts';
import * as searches from '@packhouse/contract/repositories/search-routes.ts';
import * as storage from '@packhouse/contract/repositories/storage-routes.ts';
import { route } from '@packhouse/contract/route.ts';
import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { findClientCommand, routesWithClients } from './client-commands.ts';
import { getCommands } from './page-commands.tsx';

prepareConsole();

it('UX-008 commands hold neither tokens nor passwords, wherever a call carries them', () => {
  const secretly = route('secretly', {
    summary: 'Keep secrets',
    method: 'POST',
    url: '/ui/api/v1/secretly',
    access: 'user',
    query: z.object({ token: z.string() }),
    body: z.looseObject({}),
    reply: z.object({}),
  });
  const body = {
    name: 'ci',
    password: 'hunter2',
    empty: { newPassword: '' },
    settings: [{ clientSecret: 's3cret', bind: { managerPassword: "it's" } }],
    accessToken: 'eyJ',
    identity_token: 'cmVm',
    privateKey: '-----BEGIN',
    licence: 'c2lnbmVk',
    subject_token: 'ZXhjaGFuZ2U',
    url: 'https://ann:in-the-url@example.org/',
    recoverySecrets: ['one-of-many'],
  };
  const [command] = getCommands(secretly, { query: { token: 'in-the-address' }, body });
  expect(command?.code).toMatch(/^curl -X POST/);
  expect(command?.code).toContain('Authorization: Bearer $TOKEN');
  expect(command?.code).toContain('"name":"ci"');
  expect(command?.code).toContain('"password":"<password>"');
  for (const secret of ['hunter2', 's3cret', "it's", 'eyJ', 'cmVm', 'BEGIN', 'in-the-address', 'c2lnbmVk', 'ZXhjaGFuZ2U', 'in-the-url', 'one-of-many'])
    expect(command?.code).not.toContain(secret);
});

it('UX-008 offers what a command line client says, with values that no shell acts upon', () => {
  const [curl, client] = getCommands(artifacts.browseTree, { body: { repoKey: 'files', path: "it's $(rm)" } });
  expect(curl?.code).toContain('/treebrowser');
  expect(client?.code).toBe("jf rt search 'files/it'\\''s $(rm)/*' --recursive=false");
  expect(findClientCommand('readBuild', { query: { name: 'a/b', number: '7' } })).toBe("jf rt curl -XGET '/api/build/a%2Fb/7'");
  expect(findClientCommand('readAccessSettings', {})).toBeUndefined();
});

it('UX-008 names only calls that there are', () => {
  const known = [users, artifacts, builds, groups, permissions, repositories, searches, storage, { createToken }].flatMap((module) =>
    Object.values(module).flatMap((one) => (one && typeof one === 'object' && 'name' in one ? [one.name] : [])),
  );
  expect(routesWithClients.filter((name) => !known.includes(name))).toEqual([]);
});
