import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { type DeploymentStatus, deploymentStatuses, deploymentStatusNames, takesLicences } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { expect, it } from 'vitest';
import type { Streak } from '../schema.ts';
import { judgeAnswer, judgeBeacon, move, seeRefusal } from './verdict.ts';

const now = new Date('2026-05-01T12:00:00Z');
const beacon: Beacon = {
  id: 'there',
  name: 'Oslo',
  url: 'https://oslo.example.org',
  version: '1.0.0',
  at: now.toISOString(),
  services: [{ type: 'jfrt', nodes: [{ id: 'one', online: true, version: '1.0.0' }] }],
  storage: { writable: true, used: 1, total: 2, free: 1 },
  licences: [],
  copying: [],
  federation: [],
  eventsLag: 0,
  counts: {},
};
const answer = (body: unknown, status = 200) => ({ status, text: typeof body === 'string' ? body : JSON.stringify(body) });

/** What a deployment is after each of these answers. */
function follow(first: DeploymentStatus, seen: readonly DeploymentStatus[]): DeploymentStatus[] {
  let state: { status: DeploymentStatus; streak: Streak | null } = { status: first, streak: null };
  return seen.map((one) => {
    state = move(state, one);
    return state.status;
  });
}

it('LIC-022 LIC-023 LIC-024 names the statuses, and says which let a licence be attached', () => {
  const told = deploymentStatuses.map((status) => {
    const { label, collective } = deploymentStatusNames[status];
    return [status, label.en, collective.en, takesLicences(status)];
  });
  expect(told).toEqual([
    ['ONLINE', 'Online', 'All', true],
    ['PARTIAL', 'Partial', 'Some', true],
    ['OFFLINE', 'Offline', 'None', false],
    ['UNAUTHORIZED', 'Unauthorized', 'None', false],
    ['UNAVAILABLE', 'Unavailable', 'None', false],
  ]);
});

it('takes three answers in a row for worse, and two for better', () => {
  expect(follow('ONLINE', ['OFFLINE', 'OFFLINE', 'OFFLINE', 'ONLINE', 'ONLINE'])).toEqual(['ONLINE', 'ONLINE', 'OFFLINE', 'OFFLINE', 'ONLINE']);
  expect(follow('ONLINE', ['OFFLINE', 'OFFLINE', 'ONLINE', 'OFFLINE', 'OFFLINE'])).toEqual(['ONLINE', 'ONLINE', 'ONLINE', 'ONLINE', 'ONLINE']);
  expect(follow('OFFLINE', ['ONLINE', 'OFFLINE', 'ONLINE', 'OFFLINE'])).toEqual(['OFFLINE', 'OFFLINE', 'OFFLINE', 'OFFLINE']);
  // What is wrong may change on the way; the last word counts.
  expect(follow('ONLINE', ['PARTIAL', 'OFFLINE', 'UNAVAILABLE'])).toEqual(['ONLINE', 'ONLINE', 'UNAVAILABLE']);
  expect(follow('OFFLINE', ['PARTIAL', 'ONLINE'])).toEqual(['OFFLINE', 'ONLINE']);
});

it('TOPO-020 LIC-049 says of a deployment that some services are offline, and which', () => {
  expect(judgeBeacon(beacon)).toMatchObject({ status: 'ONLINE', reason: null });
  const stopped = { type: 'jfxr', nodes: [{ id: 'two', online: false, version: '1.0.0' }] };
  expect(judgeBeacon({ ...beacon, services: [...beacon.services, stopped] })).toMatchObject({
    status: 'PARTIAL',
    reason: { message: 'Some services are offline' },
    missing: ['jfxr'],
  });
  const halved = [{ type: 'jfrt', nodes: [...beacon.services[0]!.nodes, ...stopped.nodes] }];
  expect(judgeBeacon({ ...beacon, services: halved })).toMatchObject({ status: 'ONLINE' });
  expect(judgeBeacon({ ...beacon, storage: { ...beacon.storage, writable: false } })).toMatchObject({ status: 'PARTIAL' });
});

it('tells refusals, strangers and nonsense apart', () => {
  const judged = (body: unknown, status?: number) => judgeAnswer('there', answer(body, status), now, undefined);
  expect(judged(beacon)).toMatchObject({ status: 'ONLINE', offsetMs: 0 });
  expect(judged({}, 401).status).toBe('UNAUTHORIZED');
  expect(judged({}, 403).status).toBe('UNAUTHORIZED');
  for (const [body, status] of [
    ['<html>welcome</html>', 200],
    [{ ...beacon, services: 'all of them' }, 200],
    [{ ...beacon, id: 'another' }, 200],
    ['{}', 404],
    ['', 502],
    ['{}', 302],
  ] as const) {
    const seen = judged(body, status);
    expect(seen.status, JSON.stringify(body)).toBe('UNAVAILABLE');
    expect(seen.beacon).toBeUndefined();
  }
});

it('names both times where a clock is to blame, and nothing but what was said where it is not', () => {
  const hour = 3_600_000;
  const clocks = say(trustWords.peer_trusts_us_not, { name: 'Oslo', why: say(trustWords.clocks_differ, { here: '13:00', there: '12:00' }) });
  expect(seeRefusal(clocks, now, hour)).toMatchObject({
    status: 'UNAUTHORIZED',
    reason: { reason: 'deployment_clocks_differ', values: { ours: '2026-05-01T12:00:00.000Z', theirs: '2026-05-01T13:00:00.000Z' } },
    offsetMs: hour,
  });
  const ended = say(trustWords.peer_trusts_us_not, { name: 'Oslo', why: say(trustWords.trust_ended, { name: 'Bergen' }) });
  expect(seeRefusal(ended, now, hour)).toMatchObject({ reason: ended, offsetMs: hour });
});

it('says why a deployment does not let itself be watched', () => {
  const getReason = (error: object) => judgeAnswer('there', answer({ errors: [error] }, 403), now, undefined).reason?.reason;
  expect(getReason(say(kernelWords.not_accepted_here))).toBe('deployment_not_watched');
  expect(getReason(say(kernelWords.not_trusted_for_that))).toBe('deployment_trusts_otherwise');
  expect(getReason({ reason: 42 })).toBe('deployment_refuses');
});
