import { describe, expect, it } from 'vitest';
import { generic } from './generic.ts';

const request = (method: string, path: string) => ({ method, path, query: new URLSearchParams(), headers: {} });

describe('generic', () => {
  it('FMT-001 maps the methods of plain HTTP', () => {
    expect(generic.classify(request('GET', 'a/b.bin'))).toMatchObject({ kind: 'file', path: 'a/b.bin' });
    expect(generic.classify(request('PUT', 'a/b.bin'))).toMatchObject({ kind: 'publish' });
    expect(generic.classify(request('DELETE', 'a'))).toMatchObject({ kind: 'remove' });
    expect(generic.classify(request('DELETE', ''))).toBeUndefined();
    expect(generic.classify(request('PATCH', 'a'))).toBeUndefined();
  });

  it('orders versions as people read them', () => {
    expect(['1.10', '1.9', '1.9b'].toSorted(generic.compareVersions)).toEqual(['1.9', '1.9b', '1.10']);
  });

  it('offers publishing only where it is possible', () => {
    const context = { url: 'http://h/artifactory/g', host: 'h', key: 'g', user: 'ci' };
    expect(generic.setup({ ...context, canDeploy: false }).map(({ step }) => step)).toEqual(['configure', 'resolve']);
    expect(generic.setup({ ...context, canDeploy: true }).map(({ step }) => step)).toEqual(['configure', 'publish', 'resolve']);
  });
});
