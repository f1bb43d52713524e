import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { describe, expect, it } from 'vitest';
import { draftAt, getBody, inForm, makeDraft, newDraft, readSource, wrongLine } from './release-bundle-draft.ts';

describe('the draft of a release bundle', () => {
  it('reads paths, places and properties line by line', () => {
    const addition = { mappings: '^a/(.*) => b/$1\n', properties: 'stage=released\nstage=checked\nurl=a=b' };
    expect(readSource({ ...newDraft, paths: ' libs/a.jar \n\nlibs/b.jar', addition })).toEqual({
      from: 'artifacts',
      paths: ['libs/a.jar', 'libs/b.jar'],
      mappings: [{ input: '^a/(.*)', output: 'b/$1' }],
      addedProperties: [
        { key: 'stage', values: ['released', 'checked'] },
        { key: 'url', values: ['a=b'] },
      ],
    });
    expect(wrongLine('a => b\nc', '=>')).toBe('c');
    expect(wrongLine('a => ', '=>')).toBe('a =>');
    expect(wrongLine('a=b\n', '=')).toBeUndefined();
  });

  it.each([
    { from: 'queries', queries: [{ aql: 'items.find()', mappings: [{ input: 'a', output: 'b' }], addedProperties: [] }, { aql: 'items.find({})' }] },
    { from: 'build', name: 'shop', number: '7', projectKey: 'web', addedProperties: [{ key: 'a', values: ['1', '2'] }] },
    { from: 'artifacts', paths: ['libs/a.jar'] },
  ])('gives back what was stored: $from', (stored) => {
    const source = ReleaseBundleSource.parse(stored);
    const bundle = { name: 'shop', version: '1', description: 'x', releaseNotes: { syntax: 'plain_text', content: 'y' }, source } as ReleaseBundle;
    expect(ReleaseBundleSource.parse(readSource(makeDraft(bundle)))).toEqual(source);
    expect(getBody(makeDraft(bundle))).toMatchObject({ name: 'shop', version: '1', description: 'x', releaseNotes: { syntax: 'plain_text', content: 'y' } });
  });

  it('takes what an address names', () => {
    expect(draftAt(new URLSearchParams('name=shop&path=libs/a.jar&path=libs/b.jar'))).toMatchObject({
      name: 'shop',
      from: 'artifacts',
      paths: 'libs/a.jar\nlibs/b.jar',
    });
    expect(draftAt(new URLSearchParams('build=shop&number=7'))).toMatchObject({ from: 'build', buildName: 'shop', buildNumber: '7' });
  });

  it('puts refusals beside their fields, and says those that have none', () => {
    const refusal = (path: string) => Object.assign(new Error('The input is not valid'), { fields: [{ path, message: 'No such file' }] });
    expect(inForm(refusal('source.paths.0'))).toMatchObject({ message: 'The input is not valid', fields: [{ path: 'paths' }] });
    expect(inForm(refusal('source.name'))).toMatchObject({ fields: [{ path: 'buildName' }] });
    expect(inForm(refusal('source.queries.0.aql'))).toMatchObject({ message: 'No such file', fields: [] });
  });
});
