import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { globMatches } from '../directory/glob.ts';
import type { Db } from '../schema.ts';
import { type RuleRow, selectLiveExceptions, selectRules } from './firewall-queries.ts';
import { openRecords, type Records } from './records.ts';
import type { Judgement } from './verdict.ts';

/** An exception that somebody approved. */
export interface LiveException {
  version: string;
  /** In milliseconds; endless where nobody said when. */
  until: number;
}

/** What is held back in one repository. */
export interface Guard {
  /** Another one whenever rules or exceptions are others, and the same in all processes. */
  revision: string;
  rules: readonly RuleRow[];
  /** One of the rules refuses, and does not only observe. */
  enforces: boolean;
  /** Exceptions from a rule for a package of a format. */
  exceptions(ruleId: number, format: string, packageName: string): readonly LiveException[];
}

/** The rules of what may come in, as every request sees them: in memory, read again when one changes. */
export interface Firewall {
  /** Undefined where nothing is held back, so that nothing more is asked. */
  guard(repositoryKey: string): Guard | undefined;
  /** Reads rules and exceptions again. */
  load(): Promise<void>;
  /** The same, for those who do not wait for it. */
  renew(): void;
  /** How listings, and files that no listing names, were judged. */
  judgements: LRUCache<string, Judgement>;
  records: Records;
}

const exceptionKey = (ruleId: number, format: string, packageName: string) => `${ruleId} ${format} ${packageName}`;

type Found = (repositoryKey: string) => Guard | undefined;

async function readGuards(db: Db): Promise<Found> {
  const rules = (await selectRules(db)).filter(({ mode }) => mode !== 'off');
  if (rules.length === 0) return () => undefined;
  const rows = await selectLiveExceptions(db);
  const revision = createHash('sha256')
    .update(JSON.stringify([rules, rows]))
    .digest('hex')
    .slice(0, 16);
  const exceptions = new Map<string, LiveException[]>();
  for (const { rule_id, format, package: name, version, until_at } of rows) {
    const key = exceptionKey(rule_id, format, name);
    exceptions.set(key, [...(exceptions.get(key) ?? []), { version, until: until_at?.getTime() ?? Number.POSITIVE_INFINITY }]);
  }
  const make = (key: string): Guard | null => {
    const held = rules.filter(({ repositories }) => repositories.some((pattern) => globMatches(pattern, key)));
    if (held.length === 0) return null;
    return {
      revision,
      rules: held,
      enforces: held.some(({ mode }) => mode === 'enforce'),
      exceptions: (ruleId, format, name) => exceptions.get(exceptionKey(ruleId, format, name)) ?? [],
    };
  };
  const guards = new Map<string, Guard | null>();
  return (key) => {
    const known = guards.get(key);
    if (known !== undefined) return known ?? undefined;
    const made = make(key);
    guards.set(key, made);
    return made ?? undefined;
  };
}

export function openFirewall(db: Db, log: Logger): Firewall {
  let find: Found = () => undefined;
  let loading = 0;
  let loaded = 0;
  async function load(): Promise<void> {
    const turn = ++loading;
    const found = await readGuards(db);
    // Of two readings the one that began later knows more; whoever waits for theirs finds at least what it read.
    if (turn < loaded) return;
    loaded = turn;
    find = found;
  }
  return {
    guard: (key) => find(key),
    load,
    renew: () => void load().catch((err) => log.error({ err }, 'the rules of the firewall could not be read')),
    judgements: new LRUCache({ max: 20_000, maxSize: 2_000_000, sizeCalculation: ({ known }) => known.size + 1 }),
    records: openRecords(db, log),
  };
}
