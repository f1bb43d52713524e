import { expect, it } from 'vitest';
import { loggablePath } from './request-log.ts';

const random = `aB3${'x-Y_9'.repeat(12)}`;
const signed = `eyJ${'a'.repeat(20)}.${'b'.repeat(30)}.${'c'.repeat(40)}`;

it.each([
  [`/artifactory/api/npm/x/-/user/token/${random}`, '/artifactory/api/npm/x/-/user/token/***'],
  [`/artifactory/repo/${signed}/a.txt`, '/artifactory/repo/***/a.txt'],
  [`/artifactory/repo/${random}?x=1`, '/artifactory/repo/***?x=1'],
  [`/a?access_token=${random}&b=1`, '/a?access_token=***&b=1'],
])('takes tokens out of %s', (url, shown) => {
  expect(loggablePath(url)).toBe(shown);
});

it.each([
  `/v2/docker/app/blobs/sha256:${'0123456789abcdef'.repeat(4)}`,
  `/artifactory/deb/by-hash/SHA256/${'0123456789abcdef'.repeat(4)}`,
  '/artifactory/maven/org/springframework/boot/SpringBootStarterDataRedisReactiveAutoconfigure.jar',
  '/artifactory/api/npm/npm/@scope%2fname/-/name-1.0.0.tgz',
])('leaves %s as it is', (url) => {
  expect(loggablePath(url)).toBe(url);
});
