import { describe, expect, it } from 'vitest';
import { differences, fieldName } from './differences.ts';

describe('the differences of a record', () => {
  it('names the fields that changed, and of lists what came and went', () => {
    const before = { email: 'a@example.test', groups: ['readers', 'developers'], status: 'enabled' };
    const after = { email: 'b@example.test', groups: ['readers', 'operations'], status: 'enabled' };
    expect(differences(before, after)).toEqual([
      { field: 'email', before: 'a@example.test', after: 'b@example.test' },
      { field: 'groups', before: '["readers","developers"]', after: '["readers","operations"]', added: ['operations'], removed: ['developers'] },
    ]);
  });

  it('shows all of what was made or deleted, except what says nothing', () => {
    expect(differences(null, { name: 'ann', lastLoggedInAt: null })).toEqual([{ field: 'name', before: undefined, after: 'ann' }]);
    expect(differences({ count: 2 }, undefined)).toEqual([{ field: 'count', before: '2', after: undefined }]);
  });

  it('lists names one by one, also where there were none before', () => {
    expect(differences(null, { groups: ['a', 'b'] })).toMatchObject([{ field: 'groups', added: ['a', 'b'], removed: [] }]);
    expect(differences(null, { groups: [] })).toEqual([{ field: 'groups', before: undefined, after: '[]' }]);
  });

  it('tells fields within fields apart, and names them as they are read', () => {
    const found = differences({ settings: { url: 'https://a.example', offline: false } }, { settings: { url: 'https://b.example', offline: false } });
    expect(found).toEqual([{ field: 'settings.url', before: 'https://a.example', after: 'https://b.example' }]);
    expect(fieldName('settings.scanOnUpload')).toBe('Settings · scan on upload');
    expect(differences(null, { include: { paths: [] } })).toEqual([{ field: 'include.paths', before: undefined, after: '[]' }]);
  });

  it('takes a plain value as one field, and nothing as nothing', () => {
    expect(differences('off', 'on')).toEqual([{ field: '', before: 'off', after: 'on' }]);
    expect(differences(null, null)).toEqual([]);
  });
});
