import { describe, expect, it } from 'vitest';
import { chunkLoadTimeout } from '../../../tools/console/federation.ts';
import { constants } from './constants.ts';

describe('LIMIT-001 LIMIT-002 LIMIT-003 LIMIT-004 AUTH-044 AUTH-049 constants', () => {
  it.each([
    ['LIMIT-001 path prefix', constants.pathPrefix, '/ui/'],
    ['LIMIT-002 chunk load timeout', constants.chunkLoadTimeout, 120_000],
    ['LIMIT-003 maximum mount time', constants.maximumMountTime, 100_000],
    ['LIMIT-004 micro-frontend lifetime', constants.microfrontendLifetime, 604_800_000],
    ['AUTH-044 life of a remembered path', constants.loginRedirectLifetime, 3_600_000],
    ['AUTH-049 idle threshold', constants.idleThreshold, 60_000],
  ])('%s', (_, value, expected) => {
    expect(value).toBe(expected);
  });
});

it('the build gives up on scripts after the same time', () => {
  expect(chunkLoadTimeout).toBe(constants.chunkLoadTimeout);
});
