import { useSettled } from '@packhouse/ui/form/use-settled.ts';
import { useSearchParams } from 'react-router';

type Values<Name extends string> = Record<Name, string>;

/** Reads what the address says under some names, so that it can be sent to somebody; an empty text is nothing. */
export function useAddress<Name extends string>(...names: readonly Name[]): [Values<Name>, (change: Partial<Values<Name>>) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Values<Name>;
  const change = (part: Partial<Values<Name>>) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(part)) value ? now.set(name, String(value)) : now.delete(name);
        return now;
      },
      { replace: true },
    );
  return [values, change];
}

/** These narrow a list. */
export interface Filters<Name extends string = string> {
  values: Values<Name>;
  /** The filters that are set, as a query takes them; a search once it stands still. */
  asked: Partial<Values<Name>>;
  /** Whether something is filtered away. */
  isSet: boolean;
  change(part: Partial<Values<Name>>): void;
  clear(): void;
}

/** The filters of a list, kept in the address; the one called `search` is what is typed. */
export function useFilters<Name extends string>(...names: readonly Name[]): Filters<Name> {
  const [values, change] = useAddress(...names);
  const { search = '' } = values as Values<string>;
  const settled = { ...values, search: useSettled(search) };
  return {
    values,
    asked: Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== '')) as Partial<Values<Name>>,
    isSet: Object.values(values).some((value) => value !== ''),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Values<Name>>),
  };
}
