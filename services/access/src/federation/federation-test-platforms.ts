import { randomUUID } from 'node:crypto';
import type { FederationPart } from '@packhouse/contract/access/federation-part-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import type { z } from 'zod';
import { accessService } from '../service.ts';

type Part = z.output<typeof FederationPart>;

export interface Member extends TestPlatform {
  id: string;
}

const by = { actor: 'admin', address: '' };

/** Platforms that trust each other for federation. */
export async function startMembers(count: number, options: TestPlatformOptions = {}): Promise<Member[]> {
  const platforms = await Promise.all(Array.from({ length: count }, () => startTestPlatform({ services: [accessService], ...options })));
  for (const [index, one] of platforms.entries()) for (const other of platforms.slice(index + 1)) await pairPlatforms(one, other, ['federation']);
  return Promise.all(platforms.map(async (one) => Object.assign(one, { id: (await one.peers.trust!.self()).id })));
}

function partFor(targets: readonly Member[], change: Partial<Part> = {}): Part {
  return {
    federation: randomUUID(),
    mode: 'star',
    targets: targets.map(({ id }) => ({ id, name: id })),
    types: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'],
    include: [],
    exclude: [],
    adopt: false,
    adoptAdministrators: false,
    forward: false,
    copies: 'keep',
    ...change,
  };
}

export async function star(source: Member, targets: readonly Member[], change: Partial<Part> = {}): Promise<Part> {
  const part = partFor(targets, change);
  await source.peers.federation!.apply(part, by);
  return part;
}

export async function mesh(members: readonly Member[], change: Partial<Part> = {}): Promise<void> {
  const federation = randomUUID();
  for (const one of members) {
    const others = members.filter((other) => other !== one);
    await one.peers.federation!.apply(partFor(others, { federation, mode: 'mesh', ...change }), by);
  }
}
