import { describe, expect, it } from 'vitest';
import {
  type Action,
  type Actor,
  anonymousActor,
  authorise,
  authoriseThroughout,
  explain,
  explainAdministration,
  type Grant,
  isAllowed,
  isAllowedThroughout,
  type Resource,
  repositoryResource,
  requireAdministrator,
} from './authorisation.ts';

const grant = (parts: Partial<Grant> = {}): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: ['libs'],
  include: [],
  exclude: [],
  actions: ['read'],
  through: 'user ann',
  ...parts,
});
const user = (grants: Grant[], parts: Partial<Actor> = {}): Actor => ({
  kind: 'user',
  name: 'ann',
  administrator: false,
  groups: [],
  grants,
  realm: 'internal',
  via: 'password',
  ...parts,
});
const at = (path?: string, name = 'libs') => ({ type: 'repository' as const, name, ...(path === undefined ? {} : { path }) });

const inProject = (environments: readonly string[] | 'all') => grant({ names: ['ANY'], project: { key: 'web', environments } });

describe('a role in a project', () => {
  it.each<[string, Partial<Resource>, readonly string[] | 'all', boolean]>([
    ['in its environment', { project: 'web', environments: ['DEV'] }, ['DEV'], true],
    ['in one of them', { project: 'web', environments: ['PROD', 'DEV'] }, ['QA', 'DEV'], true],
    ['in another', { project: 'web', environments: ['PROD'] }, ['DEV'], false],
    ['in none, which counts as development', { project: 'web', environments: [] }, ['DEV'], true],
    ['in none, to a role for production', { project: 'web' }, ['PROD'], false],
    ['in any, to an administrator of the project', { project: 'web', environments: ['PROD'] }, 'all', true],
    ['of another project', { project: 'app', environments: ['DEV'] }, 'all', false],
    ['of no project', {}, 'all', false],
  ])('reaches a repository %s as it should', (_, place, environments, expected) => {
    expect(isAllowed(user([inProject(environments)]), 'read', { ...at('a'), ...place })).toBe(expected);
  });
  const shared = (projects: readonly string[] | 'all', readOnly = false) => ({ project: 'app', environments: ['DEV'], sharing: { projects, readOnly } });
  it.each<[string, Partial<Resource>, readonly string[] | 'all', Action, boolean]>([
    ['to read', shared(['web']), ['DEV'], 'read', true],
    ['to write', shared(['shop', 'web']), ['DEV'], 'deploy', true],
    ['with all projects', shared('all'), ['DEV'], 'delete', true],
    ['in another environment', shared(['web']), ['PROD'], 'read', false],
    ['with others', shared(['shop']), 'all', 'read', false],
    ['to read only', shared(['web'], true), 'all', 'read', true],
    ['to read only, where somebody writes', shared(['web'], true), 'all', 'deploy', false],
    ['to manage it, as none may', shared('all'), 'all', 'manage', false],
  ])('reaches a repository that is shared %s as it should', (_, place, environments, action, expected) => {
    const { project } = inProject(environments);
    const member = user([grant({ names: ['ANY'], actions: ['read', 'deploy', 'delete', 'manage'], ...(project ? { project } : {}) })]);
    expect(isAllowed(member, action, { ...at('a'), ...place })).toBe(expected);
    expect(explain(member, action, { ...at('a'), ...place }).allowed).toBe(expected);
  });
  it('says why what is shared cannot be changed', () => {
    const member = user([grant({ names: ['ANY'], actions: ['deploy'], project: { key: 'web', environments: 'all' } })]);
    const [considered] = explain(member, 'deploy', { ...at('a'), ...shared(['web'], true) }).considered;
    expect(considered?.said.message).toBe('libs is shared with the project web to read only');
  });
  it('reaches builds of its project wherever they are', () => {
    const builds = user([grant({ names: ['ANY'], resourceType: 'build', project: { key: 'web', environments: [] } })]);
    expect(isAllowed(builds, 'read', repositoryResource({ key: 'web-build-info' }, 'shop/1.json'))).toBe(true);
    expect(isAllowed(builds, 'read', repositoryResource({ key: 'artifactory-build-info' }, 'shop/1.json'))).toBe(false);
  });
});

describe('isAllowed', () => {
  it('allows nothing without a grant', () => {
    expect(isAllowed(user([]), 'read', at('a'))).toBe(false);
    expect(isAllowed(anonymousActor(), 'read', at('a'))).toBe(false);
  });
  it.each<[readonly string[], 'local' | 'remote' | 'virtual' | undefined, boolean]>([
    [['ANY'], undefined, true],
    [['ANY LOCAL'], 'local', true],
    [['ANY LOCAL'], 'remote', false],
    [['ANY REMOTE'], 'remote', true],
    [['ANY REMOTE'], undefined, false],
    [['lib'], 'local', false],
    [['LIBS'], 'local', false],
    [['other', 'libs'], 'local', true],
    [[], 'local', false],
  ])('names %j on a %s repository: %s', (names, repositoryClass, expected) => {
    expect(isAllowed(user([grant({ names })]), 'read', { ...at('a'), ...(repositoryClass ? { class: repositoryClass } : {}) })).toBe(expected);
  });
  it('keeps resource types apart', () => {
    expect(isAllowed(user([grant({ names: ['ANY'], resourceType: 'build' })]), 'read', at('a'))).toBe(false);
  });
  it('grants only the actions named; manage does not imply deploy', () => {
    expect(isAllowed(user([grant({ actions: ['manage'] })]), 'deploy', at('a'))).toBe(false);
  });
  it('lets exclude win inside a grant, and another grant still allow', () => {
    const narrow = grant({ include: ['com/**'], exclude: ['com/secret/**'] });
    expect(isAllowed(user([narrow]), 'read', at('com/a.jar'))).toBe(true);
    expect(isAllowed(user([narrow]), 'read', at('com/secret/a.jar'))).toBe(false);
    expect(isAllowed(user([narrow, grant({ include: ['com/secret/**'] })]), 'read', at('com/secret/a.jar'))).toBe(true);
  });
  it('answers without a path whether it is possible somewhere', () => {
    expect(isAllowed(user([grant({ include: ['com/**'] })]), 'read', at())).toBe(true);
  });
  it('narrows administrators and users alike by the scope of the token', () => {
    const scope = [grant({ names: ['libs'], actions: ['read'] })];
    for (const actor of [user([], { administrator: true, scope }), user([grant({ names: ['ANY'], actions: ['read', 'deploy'] })], { scope })]) {
      expect(isAllowed(actor, 'read', at('a'))).toBe(true);
      expect(isAllowed(actor, 'deploy', at('a'))).toBe(false);
      expect(isAllowed(actor, 'read', at('a', 'other'))).toBe(false);
    }
    expect(isAllowed(user([], { scope }), 'read', at('a'))).toBe(false);
    expect(isAllowed(user([grant()], { scope: [] }), 'read', at('a'))).toBe(false);
  });
  it('holds a narrowed grant within what it was narrowed from', () => {
    const scope = [grant({ names: ['ANY'], actions: ['read', 'deploy'], within: [grant({ include: ['a/**'] })] })];
    const actor = user([], { administrator: true, scope });
    expect(isAllowed(actor, 'read', at('a/x'))).toBe(true);
    expect(isAllowed(actor, 'read', at('b/x'))).toBe(false);
    expect(isAllowed(actor, 'deploy', at('a/x'))).toBe(false);
  });
});

describe('explain', () => {
  it('ACC-006 lists every rule that was considered and decides like isAllowed', () => {
    const actor = user([
      grant({ permission: 'builds', resourceType: 'build' }),
      grant({ permission: 'jars', exclude: ['x/**'] }),
      grant({ permission: 'all' }),
    ]);
    expect(explain(actor, 'read', at('x/y'))).toMatchObject({
      allowed: true,
      considered: [
        { rule: 'permission builds (user ann)', outcome: 'does not apply', said: { message: 'it does not name repository libs' } },
        { rule: 'permission jars (user ann)', outcome: 'does not apply', said: { message: 'its exclude patterns match x/y' } },
        { rule: 'permission all (user ann)', outcome: 'allows', said: { message: "it grants 'read' on libs" } },
      ],
    });
  });
  it('says when the token, not the user, is what refuses', () => {
    const decision = explain(user([], { administrator: true, scope: [grant()] }), 'delete', at('a'));
    expect(decision.allowed).toBe(false);
    expect(decision.considered).toMatchObject([
      { outcome: 'does not apply' },
      { rule: 'token scope', outcome: 'refuses', said: { message: "the token does not cover 'delete' here" } },
      {},
    ]);
  });
  it('agrees with isAllowed on every combination', () => {
    const grants = [grant(), grant({ names: ['ANY'], include: ['a/*'] }), grant({ exclude: ['a/**'], actions: ['deploy'] }), grant({ within: [] })];
    for (const administrator of [true, false])
      for (const scope of [undefined, [], [grants[1]!]])
        for (const one of grants)
          for (const action of ['read', 'deploy'] satisfies Action[])
            for (const path of [undefined, 'a/b', 'c'] as const) {
              const actor = user([one], { administrator, ...(scope ? { scope } : {}) });
              expect(explain(actor, action, at(path)).allowed).toBe(isAllowed(actor, action, at(path)));
            }
  });
});

describe('isAllowedThroughout', () => {
  const throughout = (parts: Partial<Grant>, actor: Partial<Actor> = {}) => isAllowedThroughout(user([grant(parts)], actor), 'read', at());
  it.each<[string, Partial<Grant>, boolean]>([
    ['without patterns', {}, true],
    ['with the pattern of everything', { include: ['a/**', '**'] }, true],
    ['with that as existing clients write it', { include: ['**/*'] }, true],
    ['of a part', { include: ['a/**'] }, false],
    ['of all but a part', { exclude: ['a/**'] }, false],
    ['of another repository', { names: ['other'] }, false],
    ['of another action', { actions: ['deploy'] }, false],
    ['that was narrowed from a part', { within: [grant({ include: ['a/**'] })] }, false],
    ['that was narrowed from all', { within: [grant()] }, true],
  ])('judges a rule %s', (_, parts, expected) => {
    expect(throughout(parts)).toBe(expected);
  });
  it('holds tokens to their scope, administrators too', () => {
    expect(throughout({}, { scope: [grant({ include: ['a/**'] })] })).toBe(false);
    expect(throughout({ names: ['other'] }, { administrator: true })).toBe(true);
    expect(throughout({}, { administrator: true, scope: [] })).toBe(false);
  });
  it('says that the right is needed on all of it', () => {
    const refusal = { code: 'forbidden', message: "You need 'read' on all of libs; a repository manager or an administrator can grant it" };
    expect(() => authoriseThroughout(user([grant({ include: ['a/**'] })]), 'read', at())).toThrow(expect.objectContaining(refusal));
    expect(() => authoriseThroughout(anonymousActor(), 'read', at())).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });
});

describe('refusals', () => {
  it('asks anonymous visitors to sign in and tells users what is missing', () => {
    expect(() => authorise(anonymousActor(), 'read', at('a'))).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    expect(() => authorise(user([]), 'deploy', at('a'))).toThrow(
      expect.objectContaining({ code: 'forbidden', message: "You need 'deploy' on libs/a; a repository manager or an administrator can grant it" }),
    );
  });
  it('takes a narrowed administrator for no administrator', () => {
    expect(() => requireAdministrator(user([], { administrator: true }))).not.toThrow();
    expect(() => requireAdministrator(user([], { administrator: true, scope: [] }))).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => requireAdministrator(anonymousActor())).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    expect(explainAdministration(user([], { administrator: true })).allowed).toBe(true);
    const narrowed = explainAdministration(user([], { administrator: true, scope: [] }));
    expect([narrowed.allowed, narrowed.considered.map(({ outcome }) => outcome)]).toEqual([false, ['allows', 'refuses']]);
  });
});
