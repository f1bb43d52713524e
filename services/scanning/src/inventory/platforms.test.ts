import { expect, it } from 'vitest';
import { basePlatform, distributionPlatform, runtimePlatforms } from './platforms.ts';

it('knows what images are made of by what they say', () => {
  expect(distributionPlatform({ id: 'amzn', version: '2' })).toEqual({ kind: 'distribution', name: 'os:amazon', version: '2' });
  expect(distributionPlatform({ id: 'debian', version: '' })).toBeUndefined();
  expect(runtimePlatforms(['PATH=/bin', 'NODE_VERSION=16.20.2', 'GOLANG_VERSION=1.20', 'MY_VERSION=latest', 'X_VERSION=v2.0'])).toEqual([
    { kind: 'runtime', name: 'runtime:node', version: '16.20.2' },
    { kind: 'runtime', name: 'runtime:golang', version: '1.20' },
    { kind: 'runtime', name: 'runtime:x', version: '2.0' },
  ]);
  expect(basePlatform('docker.io/library/node:16-alpine')).toEqual({ kind: 'base', name: 'pkg:docker/library/node', version: '16-alpine' });
  expect(basePlatform('python:3.8')).toEqual({ kind: 'base', name: 'pkg:docker/library/python', version: '3.8' });
  for (const none of [undefined, 'node', 'registry.example.com:5000/app']) expect(basePlatform(none)).toBeUndefined();
});
