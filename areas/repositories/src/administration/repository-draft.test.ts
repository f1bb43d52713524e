import { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { describe, expect, it } from 'vitest';
import { fieldProblems, getInput, makeChange, makeDraft, makeProblems, newDraft } from './repository-draft.ts';

describe('the draft of a repository', () => {
  it.each(['local', 'remote', 'virtual'] as const)('turns into what creating a %s repository takes', (repositoryClass) => {
    const draft = { ...newDraft(repositoryClass, 'npm'), key: 'npm-here', url: 'https://upstream.example.org/npm/', excludePatterns: ' **/tmp/** \n\n' };
    expect(makeProblems(draft)).toEqual({});
    expect(RepositoryInput.parse(getInput(draft))).toMatchObject({
      class: repositoryClass,
      key: 'npm-here',
      settings: { includePatterns: ['**'], excludePatterns: ['**/tmp/**'] },
    });
  });

  it('CORE-001 names what is wrong beside its field', () => {
    const draft = { ...newDraft('remote', 'npm'), key: 'no spaces', url: 'ftp://x', metadataSeconds: 'soon' };
    const problems = makeProblems(draft);
    expect(Object.keys(problems).sort()).toEqual(['key', 'metadataSeconds', 'url']);
    expect(problems.url).toBe('Give an address that starts with http:// or https://');
    expect(makeProblems({ ...newDraft('local', 'npm'), key: 'a-cache' }).key).toMatch(/-cache/);
  });

  it('leaves a password alone unless it is typed or cleared', () => {
    const draft = { ...newDraft('remote', 'npm'), key: 'r', url: 'https://upstream.example.org/' };
    expect(makeChange(draft, false, draft)).not.toHaveProperty('password');
    expect(makeChange({ ...draft, password: 'new' }, false, draft).password).toBe('new');
    expect(makeChange(draft, true, draft).password).toBe('');
  });

  it('shows an existing repository as it is', () => {
    const input = RepositoryInput.parse(getInput({ ...newDraft('virtual', 'maven'), key: 'all', members: ['a', 'b'] }));
    if (input.class !== 'virtual') throw new Error('expected a virtual repository');
    const draft = makeDraft({ ...input, url: '', createdAt: '', modifiedAt: '', usedBy: [] });
    expect(draft).toMatchObject({ key: 'all', members: ['a', 'b'], includePatterns: '**', claims: true });
  });

  it('keeps proxy, trusted keys and certificate of a remote repository through the form', () => {
    const chosen = { proxy: 'office', trustedKeys: ['debian', 'team'], clientTlsCertificate: 'mtls' };
    const input = RepositoryInput.parse(getInput({ ...newDraft('remote', 'debian'), key: 'deb', url: 'https://deb.example.org/', ...chosen }));
    if (input.class !== 'remote') throw new Error('expected a remote repository');
    const draft = makeDraft({ ...input, url: '', createdAt: '', modifiedAt: '', usedBy: [], hasPassword: false });
    expect(makeChange(draft, false, newDraft('remote', 'debian')).settings).toMatchObject(chosen);
  });

  it('says only what was changed here, and of what was emptied that it has no value', () => {
    const known = { ...newDraft('virtual', 'npm'), key: 'all', members: ['a', 'b'], defaultDeployment: 'a' };
    expect(makeChange(known, false, known)).toEqual({ settings: {} });
    expect(makeChange({ ...known, members: ['b'], defaultDeployment: '' }, false, known)).toEqual({ settings: { defaultDeployment: null }, members: ['b'] });
    expect(makeChange({ ...known, notes: 'ours', description: 'all' }, false, known)).toEqual({ description: 'all', settings: { notes: 'ours' } });
  });

  it("puts the server's problems under the form's fields", () => {
    expect(
      fieldProblems([
        { path: 'settings.url', message: 'first' },
        { path: 'settings.url', message: 'second' },
        { path: 'key', message: 'taken' },
      ]),
    ).toEqual({ url: 'first', key: 'taken' });
  });
});
