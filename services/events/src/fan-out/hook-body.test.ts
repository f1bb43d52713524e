import { expect, it } from 'vitest';
import { makeAddress, makeBody, makeEventTexts } from './hook-body.ts';

it('the texts of which the database makes the usual body are that body', () => {
  const event = { domain: 'artifact' as const, eventType: 'deployed', data: { repo_key: 'libs', path: 'a "quoted" é\n.jar' } };
  for (const actor of ['ann "the" tester', undefined]) {
    const frame = { id: 'msg_1', key: 'own "key"', origin: 'https://packages.example.org', sequence: 7, at: new Date(), actor };
    const { head, middle, tail } = makeEventTexts(event, frame);
    expect(head + makeAddress(frame.key, frame.origin) + middle + frame.id + tail).toBe(makeBody(event, frame).body);
  }
});
