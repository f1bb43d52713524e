import { AppError } from '@packhouse/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { parseAql } from './aql.ts';

const eq = (field: string, value: string | number | null) => ({ kind: 'compare', field, operator: '$eq', value });
const match = (field: string, value: string) => ({ kind: 'compare', field, operator: '$match', value });

describe('parseAql', () => {
  it('keeps a key that stands several times in one object', () => {
    const { criteria } = parseAql('items.find({"$or":[{"name":"a"}],"$or":[{"name":"b"}],"@k":"1","@k":"2"})');
    expect(criteria.parts).toEqual([{ kind: 'or', parts: [eq('name', 'a')] }, { kind: 'or', parts: [eq('name', 'b')] }, eq('@k', '1'), eq('@k', '2')]);
  });

  it('reads a search by pattern as the command line sends it', () => {
    const query = parseAql(
      'items.find({"$and":[{"@k1":"v1"},{"@k2":{"$match":"v*"}}],"$or":[{"@x":{"$ne":"y"}}],"type":"any","path":{"$ne":"."},' +
        '"$or":[{"repo":{"$nmatch":"*"},"path":{"$nmatch":"*"},"name":{"$nmatch":"*.txt"}}],' +
        '"$or":[{"$and":[{"repo":"r","path":"a","name":{"$match":"*.zip"}}]},{"$and":[{"repo":"r","path":{"$match":"a/*"},"name":{"$match":"*.zip"}}]}]})' +
        '.include("name","repo","path","actual_md5","property").sort({"$desc":["size","name"]}).offset(2).transitive().limit(10)',
    );
    expect(query).toMatchObject({
      domain: 'items',
      include: ['name', 'repo', 'path', 'actual_md5', 'property'],
      sort: [
        { field: 'size', descending: true },
        { field: 'name', descending: true },
      ],
      offset: 2,
      limit: 10,
    });
    expect(query.criteria.parts).toHaveLength(6);
    // What stands in one pair of braces below $or is alternatives too.
    expect(query.criteria.parts[4]).toMatchObject({ kind: 'or', parts: [{ field: 'repo' }, { field: 'path' }, { field: 'name', value: '*.txt' }] });
    expect(query.criteria.parts[5]).toEqual({
      kind: 'or',
      parts: [
        { kind: 'and', parts: [eq('repo', 'r'), eq('path', 'a'), match('name', '*.zip')] },
        { kind: 'and', parts: [eq('repo', 'r'), match('path', 'a/*'), match('name', '*.zip')] },
      ],
    });
  });

  it.each([
    ['a build', 'items.find({"$or":[{"$and":[{"artifact.module.build.name":"n","artifact.module.build.number":"1"}]}]})'],
    ['a build with a pattern', 'items.find({"$and":[{ "$or":[{"$and":[{"dependency.module.build.name":"n"}]}] },{ "$or":[{"$and":[{"repo":"r"}]}] }]})'],
    ['properties of a sorted search', 'items.find({"$and":[{"repo":"r"},{"$or":[{"@*":{"$match":"*"}}]}]}).include("name","repo","path","property")'],
    ['the latest build', 'items.find({"type": "file","repo": "artifactory-build-info","path": {"$match": "app"}}).sort({"$desc":["created"]}).limit(1)'],
    [
      'a build document',
      'items.find({\n  "repo": "artifactory-build-info",\n  "path": {"$match":"app"},\n  "name": {"$match":"1-*.json"}\n})\n.include("name","repo","path","actual_sha1","actual_md5")',
    ],
    ['an npm package', 'items.find({"@npm.name":"x","$or": [{"@npm.version":"1.0.0"},{"@npm.version":"v1.0.0"}]}).include("name","repo","path")'],
    ['a python file', 'items.find({"repo": "r","$or": [{"$and":[{"path": {"$match": "*"},"name": {"$match": "file.whl"}}]}]}).include("name")'],
    ['an image', '{"$and":[{"repo":"r"},{"$or":[{"path":{"$eq":"img/tag"}},{"path":{"$eq":"img/sha256:0a"}}]}]}'],
    ['an image by digest', 'items.find({"repo":"r","name":"manifest.json","@sha256":"ab","@docker.manifest.digest":"sha256:ab"})\n.include("path")'],
    [
      'a transfer',
      'items.find({"$and":[{"modified":{"$gte":"2026-01-01T00:00:00.000Z"}},{"modified":{"$lt":"2026-02-01T00:00:00Z"}},{"repo":"r"}]}).include("name")\n.sort({"$asc":["name","path"]})\n.offset(0)\n.limit(100)\n.distinct(false)',
    ],
    ['all properties', 'properties.find().include("key","value").sort({"$asc":["key"]}).offset(0).limit(10)'],
    [
      'the continuous integration tab',
      'items.find({"repo":"artifactory-build-info","path":{"$match":"my?app"}}).include("name","created").sort({"$desc":["created"]}).limit(100)',
    ],
    ['recent changes', 'items.find({"modified":{"$last":"5minutes"}}).include("name","repo")'],
    ['promotions', 'builds.find({"name":"b"}).include("promotion")'],
    ['a loose hand', "items.find({repo: 'r', name : {$match: '*'},},)\n  . sort ( { $asc : [ 'name' ] } )"],
  ])('reads %s', (_, text) => {
    const query = parseAql(text.startsWith('{') ? `items.find(${text})\n.include("name")` : text);
    expect(query).toMatchSnapshot();
  });

  it('reads escapes, numbers, null and several comparisons of one field', () => {
    const { criteria } = parseAql(String.raw`items.find({"name":"a\"b\\c\u0041\*","size":{"$gt":10,"$lte":"20"},"@k":null})`);
    expect(criteria.parts).toEqual([
      eq('name', 'a"b\\cA\\*'),
      {
        kind: 'and',
        parts: [
          { ...eq('size', 10), operator: '$gt' },
          { ...eq('size', '20'), operator: '$lte' },
        ],
      },
      eq('@k', null),
    ]);
  });

  it.each([
    '',
    'items',
    'items.find(',
    'items.find({"a":})',
    'items.find({"a":"b"',
    'items.find({"a":"b)',
    'items.find({"a":{"$bad":1}})',
    'items.find({"$nor":[{"a":1}]})',
    'items.find({"a":{}})',
    'items.find({"a":["b"]})',
    'items.find({"a":"\0"})',
    'items.find({}).limit(-1)',
    'items.find({}).limit("x")',
    'items.find({}).offset(99999999999)',
    'items.find({}).sort("name")',
    'items.find({}).drop()',
    'items.find({});drop table artifact',
    'secrets.find({})',
    'items.delete({})',
  ])('refuses %j with a reason', (text) => {
    expect(() => parseAql(text)).toThrow(AppError);
    expect(() => parseAql(text)).toThrow(/Failed to parse query/);
  });

  it.each([
    ['endless nesting', `items.find(${'{"$and":['.repeat(5000)}`],
    ['too many criteria', `items.find({${'"a":"b",'.repeat(20_001)}})`],
    ['too many criteria over properties', `items.find({${'"@a":"b",'.repeat(3_400)}})`],
    ['too many values', `items.find(${'{},'.repeat(40_001)})`],
    ['too many calls', `items.find({})${'.limit(1)'.repeat(50)}`],
    ['too many fields', `items.find({}).include(${'a,'.repeat(400_000)}b)`],
  ])('refuses %s', (_, text) => {
    expect(() => parseAql(text)).toThrow(/Failed to parse query/);
  });
});
