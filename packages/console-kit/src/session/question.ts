import type { explainDecision } from '@packhouse/contract/access/access-permission-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { useSearchParams } from 'react-router';

type Asked = RouteInput<typeof explainDecision>['body'];

/** Somebody wants this explained; parts that are not said yet are absent. */
export interface Question {
  user?: string;
  action?: Asked['action'];
  type?: Asked['resource']['type'];
  name?: string;
  path?: string;
}

const names = ['user', 'action', 'type', 'name', 'path'] as const;
const key = (name: string) => `why.${name}`;

/** The question in the address, so that an answer can be sent to somebody. Undefined while none is asked. */
export function useQuestion(): [Question | undefined, (question: Question | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const question = params.has('why')
    ? (Object.fromEntries(names.flatMap((name) => (params.has(key(name)) ? [[name, params.get(key(name))]] : []))) as Question)
    : undefined;
  const ask = (next: Question | undefined) =>
    setParams(
      (now) => {
        for (const name of names) next?.[name] ? now.set(key(name), next[name]) : now.delete(key(name));
        next ? now.set('why', '1') : now.delete('why');
        return now;
      },
      { replace: true },
    );
  return [question, ask];
}
