import { describe, expect, it } from 'vitest';
import { parseScopes } from './scopes.ts';

describe('scopes of a token', () => {
  it('are read from both ends, and only as many as anybody needs', () => {
    expect(parseScopes(['repository:host:5000/team/app:pull,push registry:catalog:* nonsense'])).toEqual([
      { name: 'registry:catalog', actions: ['*'] },
      { name: 'host:5000/team/app', actions: ['pull', 'push'] },
    ]);
    const many = Array.from({ length: 3000 }, (_, index) => `repository:a/b${index}:pull`);
    expect(parseScopes([many.join(' ')])).toHaveLength(100);
  });
});
