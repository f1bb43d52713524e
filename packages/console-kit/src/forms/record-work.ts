import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';
import { call, refresh } from '../calls/calls.ts';
import { getCurl } from '../calls/curl.ts';
import { useRefusal } from '../session/refusal.ts';
import { withFields } from './form-refusal.ts';

/** How a form saves a record by one call. */
export interface RecordWork<R extends Route, Draft extends object> {
  /** The call that saves it: it decides who may, and a terminal would make the same one. */
  save: R;
  /** Why nothing can be saved, where the call does not say it. */
  refusal?: string | undefined;
  /** This stands in the fields before anything is typed; fields that are not shown keep it. */
  before: Draft;
  /** The call is given this, of all the values. */
  input: (values: Draft) => RouteInput<R>;
  /** The same for a terminal, where it is not just the call; false where there is nothing to show. */
  curl?: ((values: Draft) => string) | false;
  /** Looks the values over before they are sent. @throws Error with the fields at fault, as `checked` does */
  check?: (values: Draft) => unknown;
  /** The field of the form that a path of the input belongs to, where they differ. */
  fieldOf?: (path: string) => string;
  /** Says a failure in the form's own words, where other names of fields are not enough. */
  refuse?: (error: Error, values: Draft) => Error;
  /** Calls whose answers are old after saving. */
  stale: readonly Pick<Route, 'name'>[];
  /** Says that it is saved, and goes on. */
  onSaved: (reply: RouteReply<R>, values: Draft) => unknown;
}

/** Gives a form what it saves with; `note` hears of a saving before anything is fetched again. */
export function useRecordWork<R extends Route, Draft extends object>(work: RecordWork<R, Draft>, note?: (reply: RouteReply<R>) => void) {
  const { save, before, input, curl, check, refuse, fieldOf: getField = (path) => path, stale, onSaved } = work;
  const ownRefusal = useRefusal(save);
  const getWhole = (values: Draft) => ({ ...before, ...values });
  return {
    initialValues: before,
    refusal: 'refusal' in work ? work.refusal : ownRefusal,
    curl: curl ?? ((values: Draft) => getCurl(save, input(getWhole(values)))),
    async onSubmit(values: Draft) {
      const whole = getWhole(values);
      check?.(whole);
      const reply = await withFields(call(save, input(whole)), getField, refuse && ((error) => refuse(error, whole)));
      note?.(reply);
      await refresh(...stale);
      await onSaved(reply, whole);
    },
  };
}
