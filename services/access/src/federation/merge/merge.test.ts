import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aliases } from './aliases.ts';
import { nextStamp, observe, zeroStamp } from './clock.ts';
import { fold, isRestricted, restrict } from './fold.ts';
import { type Registers, take } from './merge.ts';
import { canonical, getKey, getVersion, isAlias, type Json, type Register } from './register.ts';

/** A deployment as far as merging goes: what it knows, and what it has sent to whom. */
interface Member {
  id: string;
  incarnation: number;
  number: number;
  stamp: string;
  registers: Registers;
  backup: { registers: Registers; number: number; stamp: string };
}

type Step =
  | { do: 'edit' | 'delete' | 'disable' | 'enable' | 'adopt'; member: number; thing: number; other: number }
  | { do: 'send'; from: number; to: number; pick: readonly number[]; twice: boolean; backwards: boolean }
  | { do: 'back-up' | 'restore'; member: number };

const things = ['a', 'b', 'c', 'd'];

const number = fc.nat({ max: 20 });
const changing = fc.constantFrom('edit' as const, 'edit' as const, 'disable' as const, 'enable' as const, 'delete' as const, 'adopt' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: changing, member: number, thing: number, other: number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      from: number,
      to: number,
      // What is left out is lost; who is never named is cut off.
      pick: fc.array(number, { maxLength: 12 }),
      twice: fc.boolean(),
      backwards: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('back-up' as const, 'restore' as const), member: number }) },
);

class World {
  readonly members: Member[];
  /** Clocks of members are apart, and none of them goes on by itself. */
  #now = 1_700_000_000_000;
  #names = 0;
  readonly deleted = new Set<string>();
  /** Disablings, and who lifted them knowing of them. */
  readonly disabled = new Map<string, { thing: string; lifted: boolean }>();
  constructor(size: number) {
    this.members = Array.from({ length: size }, (_, index) => ({
      id: `m${index}`,
      incarnation: 1,
      number: 0,
      stamp: zeroStamp,
      registers: new Map(),
      backup: { registers: new Map(), number: 0, stamp: zeroStamp },
    }));
  }

  folded(member: Member, thing: string) {
    const aliases = new Aliases(member.registers.values());
    const all = new Set(aliases.allOf(thing));
    return fold([...member.registers.values()].filter(({ uid }) => all.has(uid)));
  }

  #write(member: Member, uid: string, register: string, value: Json): void {
    // Of two members, the clock of the one is up to two minutes behind.
    member.stamp = nextStamp(member.stamp, this.#now - (member.id === 'm1' ? 120_000 : 0));
    const known = member.registers.get(getKey({ kind: 'user', uid, register }));
    take(member.registers, {
      kind: 'user',
      uid,
      register,
      value,
      stamp: member.stamp,
      origin: `${member.id}.${member.incarnation}`,
      number: ++member.number,
      replaced: known ? getVersion(known) : '',
    });
  }

  receive(member: Member, came: Register): void {
    take(member.registers, came);
    member.stamp = observe(member.stamp, came.stamp);
  }

  /** Whoever hears of writings of its own that it does not know was restored: it goes on as somebody else. */
  meet(member: Member, from: Member): void {
    const own = [...from.registers.values()].filter(({ origin }) => origin === `${member.id}.${member.incarnation}`);
    if (own.some((one) => one.number > member.number)) {
      member.incarnation += 1;
      member.number = 0;
    }
  }

  #change(one: Extract<Step, { thing: number }>): void {
    const member = this.members[one.member % this.members.length]!;
    const thing = things[one.thing % things.length]!;
    const folded = this.folded(member, thing);
    if (folded.deleted) return;
    if (one.do === 'edit') this.#write(member, thing, one.other % 2 === 0 ? 'profile' : 'password', ++this.#names);
    else if (one.do === 'delete') {
      this.deleted.add(thing);
      this.#write(member, thing, 'deleted', true);
    } else if (one.do === 'adopt') {
      const other = things[one.other % things.length]!;
      if (other !== thing && !this.folded(member, other).deleted) this.#write(member, thing, `alias/${other}`, true);
    } else
      for (const { register, value } of restrict(folded, 'disabled', one.do === 'disable', () => String(++this.#names))) {
        const raw = folded.values.get(register)?.uid ?? thing;
        this.#write(member, raw, register, value);
        this.disabled.set(register, { thing: raw, lifted: value === 'lifted' });
      }
  }

  #send({ from, to, pick, twice, backwards }: Extract<Step, { do: 'send' }>): void {
    const [sender, receiver] = [this.members[from % this.members.length]!, this.members[to % this.members.length]!];
    this.meet(receiver, sender);
    const all = [...sender.registers.values()];
    const picked = all.length === 0 ? [] : pick.map((place) => all[place % all.length]!);
    const sent = backwards ? picked.toReversed() : picked;
    for (const came of twice ? [...sent, ...sent] : sent) this.receive(receiver, came);
  }

  run(one: Step): void {
    this.#now += 1;
    if (one.do === 'send') this.#send(one);
    else if ('thing' in one) this.#change(one);
    else this.#keep(one);
  }

  #keep(one: Extract<Step, { do: 'back-up' | 'restore' }>): void {
    const member = this.members[one.member % this.members.length]!;
    if (one.do === 'back-up') member.backup = { registers: new Map(member.registers), number: member.number, stamp: member.stamp };
    else Object.assign(member, { registers: new Map(member.backup.registers), number: member.backup.number, stamp: member.backup.stamp });
  }

  /** Everybody reaches everybody again, until nothing is new. */
  heal(): void {
    for (let round = 0; round < 2; round += 1)
      for (const from of this.members)
        for (const to of this.members) {
          this.meet(to, from);
          for (const came of from.registers.values()) this.receive(to, came);
        }
  }
}

const print = (member: Member) => [...member.registers.values()].map((one) => `${getKey(one)} = ${canonical(one.value)} @ ${getVersion(one)}`).toSorted();

/** Whatever any of them still knows is what the world knows: a backup may have forgotten it everywhere. */
const survives = (world: World, key: string) => world.members.some(({ registers }) => registers.has(key));

function expectAlike(size: number, steps: readonly Step[]): void {
  const world = new World(size);
  for (const one of steps) world.run(one);
  const deleted = [...world.deleted].filter((uid) => survives(world, `user ${uid} deleted`));
  const alias = [...world.members[0]!.registers.values()].filter(({ register }) => isAlias(register));
  world.heal();
  const [first, ...others] = world.members.map(print);
  for (const other of others) expect(other).toEqual(first);
  const member = world.members[0]!;
  for (const one of alias) expect(member.registers.has(getKey(one))).toBe(true);
  for (const uid of deleted) expect(world.folded(member, uid).deleted).toBe(true);
  for (const [register, { thing, lifted }] of world.disabled) {
    const folded = world.folded(member, thing);
    // Whoever did not know of a disabling cannot have lifted it.
    if (!lifted && folded.values.has(register) && !folded.deleted) expect(isRestricted(folded, 'disabled')).toBe(true);
  }
}

describe('Merging', () => {
  it('ends alike everywhere after any changes, losses, repetitions, disorder, cuts and restored backups', () => {
    fc.assert(fc.property(fc.integer({ min: 2, max: 5 }), fc.array(step, { minLength: 10, maxLength: 80 }), expectAlike), {
      numRuns: 600,
      interruptAfterTimeLimit: 10_000,
      markInterruptAsFailure: false,
    });
  });

  it('ends alike at twenty members, too', () => {
    fc.assert(fc.property(fc.constant(20), fc.array(step, { minLength: 60, maxLength: 240 }), expectAlike), {
      numRuns: 60,
      interruptAfterTimeLimit: 10_000,
      markInterruptAsFailure: false,
    });
  });

  it('takes registers in any order and any number of times to the same', () => {
    const register = fc.record({
      kind: fc.constant('user' as const),
      uid: fc.constantFrom('a', 'b'),
      register: fc.constantFrom('profile', 'mark/disabled/1', 'deleted', 'alias/b'),
      value: fc.constantFrom<Json>('set', 'lifted', 1, 2),
      stamp: fc.constantFrom('0000000000010000', '0000000000010001', '0000000000020000'),
      origin: fc.constantFrom('m0.1', 'm1.1'),
      number: fc.constant(1),
      replaced: fc.constant(''),
    });
    const all = (list: readonly Register[]) => {
      const registers: Registers = new Map();
      for (const one of list) take(registers, one);
      return [...registers.values()].map((one) => canonical({ ...one })).toSorted();
    };
    fc.assert(
      fc.property(
        fc.array(register, { maxLength: 12 }).chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(all([...shuffled, ...list])).toEqual(all(list));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('tells a lost value only when its writer and the other knew nothing of each other', () => {
    const base: Register = { kind: 'user', uid: 'a', register: 'profile', value: 1, stamp: '0000000000010000', origin: 'm0.1', number: 1, replaced: '' };
    const next: Register = { ...base, value: 2, stamp: '0000000000020000', number: 2, replaced: getVersion(base) };
    const apart: Register = { ...base, value: 3, stamp: '0000000000030000', origin: 'm1.1', replaced: getVersion(base) };
    const registers: Registers = new Map();
    expect([base, next, base].map((one) => take(registers, one))).toEqual([{ taken: 'applied' }, { taken: 'applied' }, { taken: 'older' }]);
    expect(take(registers, apart)).toEqual({ taken: 'applied', conflict: { kept: apart, lost: next } });
  });
});
