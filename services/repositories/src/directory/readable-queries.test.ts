import { type Action, type Actor, anonymousActor, type Grant, isAllowed, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from '../package/package-test-platform.ts';
import { hasPathPatterns, makeSight, readable, readableRepository } from './readable-queries.ts';

const paths = [
  'a.txt',
  'com/acme/app/1.0/app-1.0.jar',
  'com/acme-x/a',
  'com/acme',
  'org/x/y.pom',
  '@scope/pkg/-/pkg-1.0.0.tgz',
  '.npm/.hidden',
  'a+b/(c)/[d].txt',
  'x/ /$.jar',
];
const patterns = [
  '**',
  '*',
  '**/*.jar',
  'com/acme/**',
  'com/acme/',
  'com/*/a',
  'a.txt',
  'a?txt',
  '**/x/**',
  '@scope/**',
  '.npm/*',
  'a+b/(c)/[d].txt',
  '**/$.jar',
];

function grant(parts: Partial<Grant>): Grant {
  return { permission: 'p', resourceType: 'repository', names: ['ANY'], include: [], exclude: [], actions: ['read'], through: 'user ann', ...parts };
}
const ann = (grants: readonly Grant[], parts: Partial<Actor> = {}): Actor => ({
  ...anonymousActor(grants),
  kind: 'user',
  name: 'ann',
  via: 'password',
  ...parts,
});

/** Where the repositories belong, and who shares them. */
const places: Record<string, Pick<Resource, 'project' | 'environments' | 'sharing'>> = {
  one: { project: 'web', environments: [] },
  two: { project: 'app', environments: ['PROD', 'DEV'], sharing: { projects: ['web', 'shop'], readOnly: true } },
  far: { environments: ['PROD'], sharing: { projects: 'all', readOnly: false } },
};
const role = (key: string, environments: readonly string[] | 'all', parts: Partial<Grant> = {}) =>
  grant({ actions: ['read', 'deploy', 'manage'], project: { key, environments }, ...parts });

const actors: Record<string, Actor> = {
  'a developer of a project with which something is shared': ann([role('web', ['DEV'])]),
  'a developer of another one, for production': ann([role('shop', ['PROD'])]),
  'an administrator of a project that is shared nothing but what all are': ann([role('farm', 'all')]),
  'an administrator of the project that shares': ann([role('app', 'all')]),
  'a developer who reads parts': ann([role('web', 'all', { include: ['com/**'] })]),
  'an administrator with the token of a role': ann([], { administrator: true, scope: [role('web', ['PROD'])] }),
  'an administrator': ann([], { administrator: true }),
  nobody: anonymousActor(),
  'a reader of one repository': ann([grant({ names: ['one'] })]),
  'a reader of all local repositories': ann([grant({ names: ['ANY LOCAL'] })]),
  'a reader of all remote repositories and one more': ann([grant({ names: ['ANY REMOTE', 'two'] })]),
  'a deployer': ann([grant({ actions: ['deploy'] })]),
  'a reader of builds': ann([grant({ resourceType: 'build' })]),
  'an administrator with a narrow token': ann([], { administrator: true, scope: [grant({ names: ['two'], include: ['com/**'] })] }),
  'a user with a token beyond the own rights': ann([grant({ names: ['one'] })], { scope: [grant({})] }),
  'a user with a narrowed grant': ann([grant({ within: [grant({ names: ['one'] }), grant({ include: ['org/**'] })] })]),
  ...Object.fromEntries(patterns.map((pattern) => [`a reader of ${pattern}`, ann([grant({ include: [pattern] })])])),
  ...Object.fromEntries(patterns.map((pattern) => [`a reader of all but ${pattern}`, ann([grant({ names: ['one', 'far'], exclude: [pattern] })])])),
};

describe('readable', () => {
  let platform: PackageTestPlatform;
  beforeAll(async () => {
    platform = await startPackagePlatform();
    await platform.repository('one', 'generic');
    await platform.repository('two', 'generic');
    await platform.repository('far', 'generic', 'remote');
    for (const [key, { project = null, environments = [], sharing }] of Object.entries(places))
      await platform.db
        .updateTable('repository')
        .set({
          project_key: project,
          environments: [...environments],
          shared_with: sharing && sharing.projects !== 'all' ? [...sharing.projects] : [],
          shared_with_all: sharing?.projects === 'all',
          shared_read_only: sharing?.readOnly ?? false,
        })
        .where('key', '=', key)
        .execute();
    for (const repository of ['one', 'two', 'far']) for (const path of paths) await platform.file({ repository, path });
  });
  afterAll(() => platform.stop());

  it.each(Object.entries(actors))('gives %s exactly the rows that single requests would', async (_, actor) => {
    for (const action of ['read', 'deploy', 'manage'] satisfies Action[]) {
      const all = await sql<{ key: string; class: 'local' | 'remote'; path: string; shown: boolean; place: boolean }>`
        select repository.key, repository.class, artifact.path, ${readable(actor, {}, action)} as shown, ${readableRepository(actor, {}, action)} as place
        from artifact join repository on repository.id = artifact.repository_id`.execute(platform.db);
      expect(all.rows).toHaveLength(27);
      for (const row of all.rows) {
        const resource = { type: 'repository' as const, name: row.key, class: row.class, ...places[row.key] };
        expect({ ...row, shown: isAllowed(actor, action, { ...resource, path: row.path }) }).toEqual(row);
        expect({ ...row, place: isAllowed(actor, action, resource) }).toEqual(row);
        expect(hasPathPatterns(actor) || row.shown === row.place).toBe(true);
      }
    }
  });

  it.each(Object.entries(actors))('lets listings show %s the files they may read, and the folders on the way there', async (_, actor) => {
    const { rows: all } = await sql<{ id: number; key: string; class: 'local' | 'remote' }>`select id, key, class from repository`.execute(platform.db);
    for (const place of all) {
      const resource = { type: 'repository' as const, name: place.key, class: place.class, ...places[place.key] };
      // Who may read nothing in a repository is refused before anything is listed.
      if (!isAllowed(actor, 'read', resource)) continue;
      const sight = makeSight(actor, place);
      const files = await sql<{ path: string }>`select path from artifact where repository_id = ${place.id} and ${sight.artifact}`.execute(platform.db);
      const folders = await sql<{ path: string }>`select path from folder where repository_id = ${place.id} and ${sight.folder}`.execute(platform.db);
      const known = await sql<{ path: string }>`select path from folder where repository_id = ${place.id}`.execute(platform.db);
      const may = (path: string) => isAllowed(actor, 'read', { ...resource, path });
      const seen = paths.filter(may);
      expect(files.rows.map(({ path }) => path).sort()).toEqual([...seen].sort());
      const expected = known.rows.map(({ path }) => path).filter((folder) => may(folder) || seen.some((path) => path.startsWith(`${folder}/`)));
      expect(folders.rows.map(({ path }) => path).sort()).toEqual(expected.sort());
    }
  });
});
