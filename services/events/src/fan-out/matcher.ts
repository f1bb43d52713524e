import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { compileCriteria, getOnlyRepositories } from '../domain/criteria.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { parseTemplate, type Template } from '../domain/template.ts';
import type { EnabledSpan } from '../subscription/enabled-spans.ts';
import { type HookSecrets, unseal } from '../subscription/hook-secrets.ts';
import type { SubscriptionRow } from '../subscription/subscription-queries.ts';

/** A handler of a webhook as fan-out needs it. */
export interface MatchedHook {
  /** Of the handler's own row. */
  key: string;
  origin: string;
  template?: Template;
  secrets: HookSecrets['secrets'];
  /** When it was enabled. */
  spans: readonly EnabledSpan[];
}

interface Compiled extends MatchedHook {
  matches: ReturnType<typeof compileCriteria>;
}

/** Finds the webhooks that are to be told of an event. */
export interface Matcher {
  match(event: DomainEvent): readonly MatchedHook[];
}

function compile(row: SubscriptionRow, secrets: Secrets): Compiled {
  const { template } = row.handler;
  return {
    key: row.key,
    origin: row.origin,
    ...(template === undefined ? {} : { template: parseTemplate(template) }),
    secrets: template === undefined ? {} : unseal(secrets, row.sealed).secrets,
    matches: compileCriteria(row.domain, row.criteria),
    spans: row.spans,
  };
}

/** Webhooks of one type of event: those that are told only of some repositories, by each of these, and the rest. */
interface Candidates {
  anywhere: Compiled[];
  byRepository: Map<string, Compiled[]>;
}

function add<Key>(lists: Map<Key, Compiled[]>, key: Key, one: Compiled): void {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
}

const none: readonly Compiled[] = [];

/** Compiles webhooks by domain, type and repository, so that an event asks only those that may want it, however many there are. */
export function compileMatcher(rows: readonly SubscriptionRow[], secrets: Secrets): Matcher {
  const byType = new Map<string, Candidates>();
  for (const row of rows) {
    const compiled = compile(row, secrets);
    const only = getOnlyRepositories(row.domain, row.criteria);
    for (const type of row.event_types) {
      const name = `${row.domain} ${type}`;
      const candidates: Candidates = byType.get(name) ?? { anywhere: [], byRepository: new Map() };
      byType.set(name, candidates);
      if (only) for (const repository of new Set(only)) add(candidates.byRepository, repository, compiled);
      else candidates.anywhere.push(compiled);
    }
  }
  return {
    match({ domain, eventType, place }) {
      const candidates = byType.get(`${domain} ${eventType}`);
      if (!candidates) return none;
      const there = place.kind === 'path' ? (candidates.byRepository.get(place.repository) ?? none) : none;
      return [...candidates.anywhere, ...there].filter(({ matches }) => matches(place));
    },
  };
}
