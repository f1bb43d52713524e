import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { compileCriteria } from '../domain/criteria.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { parseTemplate, type Template } from '../domain/template.ts';
import type { EnabledSpan } from '../subscription/enabled-spans.ts';
import { type HookSecrets, unseal } from '../subscription/hook-secrets.ts';
import type { SubscriptionRow } from '../subscription/subscription-queries.ts';

/** A webhook as fan-out needs it. */
export interface MatchedHook {
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

/** Compiles webhooks by domain and type, so that an event asks only those that may want it. */
export function compileMatcher(rows: readonly SubscriptionRow[], secrets: Secrets): Matcher {
  const byType = new Map<string, Compiled[]>();
  for (const row of rows) {
    const compiled = compile(row, secrets);
    for (const type of row.event_types) {
      const name = `${row.domain} ${type}`;
      const list = byType.get(name);
      if (list) list.push(compiled);
      else byType.set(name, [compiled]);
    }
  }
  return { match: ({ domain, eventType, place }) => (byType.get(`${domain} ${eventType}`) ?? []).filter(({ matches }) => matches(place)) };
}
