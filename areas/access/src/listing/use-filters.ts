import { useSearchParams } from 'react-router';

/** What narrows a list, kept in the address so that it can be sent to somebody; an empty text is no filter. */
export function useFilters<Name extends string>(...names: readonly Name[]): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  const change = (part: Partial<Record<Name, string>>) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(part)) value ? now.set(name, String(value)) : now.delete(name);
        return now;
      },
      { replace: true },
    );
  return [values, change];
}

/** The filters that are set, as a query takes them. */
export function filled<Name extends string>(values: Record<Name, string>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Record<Name, string>>;
}
