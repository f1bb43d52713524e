import type { Refusal } from './federation-schema.ts';
import type { Receipt } from './link-call.ts';
import type { Link } from './link-queries.ts';

const getKey = ({ kind, name, reason }: Refusal) => `${kind} ${name} ${reason}`;
/** So many are kept by name. */
const most = 100;

/** What the other side did not take: refusals stay until everything is sent again, who waits there only as long as it says so. */
export function joinRefusals(link: Pick<Link, 'refused' | 'refused_more'>, { refused, waiting }: Receipt): { refused: Refusal[]; refused_more: number } {
  const kept = new Set(waiting?.first.map(getKey));
  const told = refused.filter((one) => !kept.has(getKey(one)) && (waiting === undefined || one.reason !== 'waits'));
  const before = waiting ? link.refused.filter((one) => !one.kept && !kept.has(getKey(one))) : link.refused;
  const all = new Map<string, Refusal>([...before, ...told].map((one) => [getKey(one), one]));
  for (const one of waiting?.first ?? []) all.set(getKey(one), { ...one, kept: true });
  const more = waiting ? waiting.more : link.refused_more;
  return { refused: [...all.values()].slice(0, most), refused_more: more + Math.max(0, all.size - most) };
}
