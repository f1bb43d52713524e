import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';
import { Button } from '@packhouse/ui/core.ts';
import { Form, FormPage } from '@packhouse/ui/form/form.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { call, refresh } from '../calls/calls.ts';
import { getCurl } from '../calls/curl.ts';
import { useRefusal } from '../session/refusal.ts';
import { withFields } from './form-refusal.ts';
import { StaleBanner } from './stale-banner.tsx';
import type { useBaseline } from './use-baseline.ts';

type PageOf<Draft extends object> = Omit<ComponentProps<typeof FormPage<Draft>>, 'initialValues' | 'onSubmit' | 'curl'>;

interface RecordFormProps<R extends Route, Draft extends object> extends PageOf<Draft> {
  /** The call that saves it: it decides who may, and a terminal would make the same one. */
  save: R;
  /** Why nothing can be saved, where the call does not say it. */
  refusal?: string | undefined;
  /** This stands in the fields before anything is typed; fields that are not on the page keep it. */
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
  /** This was seen of the record, so that nobody overwrites what somebody else changed without knowing. */
  baseline?: Pick<ReturnType<typeof useBaseline<RouteReply<R>>>, 'version' | 'isStale' | 'take' | 'saved'>;
  /** Fields that are empty again after saving: secrets. */
  cleared?: Partial<Draft>;
  /** Calls whose answers are old after saving. */
  stale: readonly Pick<Route, 'name'>[];
  /** Says that it is saved, and goes on. */
  onSaved: (reply: RouteReply<R>, values: Draft) => unknown;
  /** Between the head of the page and the form: tabs. */
  above?: ReactNode;
  /** How the record goes: the button, and the question that it opens. */
  removal?: { label: string; refusal?: string | undefined; question: (onClose: () => void) => ReactNode };
}

/** A form about one record, new or there: it saves by one call, and says beside the fields what the server has against them. */
export function RecordForm<R extends Route, Draft extends object>(props: RecordFormProps<R, Draft>) {
  // What somebody else saved is shown in a form of its own: the old one keeps what was typed.
  return <FormOf key={props.baseline?.version} {...props} />;
}

function FormOf<R extends Route, Draft extends object>(props: RecordFormProps<R, Draft>) {
  const {
    save,
    before,
    input,
    curl,
    check,
    refuse,
    fieldOf: getField = (path) => path,
    baseline,
    cleared,
    stale,
    onSaved,
    removal,
    above,
    actions,
    children,
    ...page
  } = props;
  const [form] = Form.useForm<Draft>(props.form);
  const [isRemoving, setRemoving] = useState(false);
  const ownRefusal = useRefusal(save);
  const refusal = 'refusal' in props ? props.refusal : ownRefusal;
  const getInput = (values: Draft) => input({ ...before, ...values });
  const command = curl === undefined ? (values: Draft) => getCurl(save, getInput(values)) : curl;
  const submit = async (values: Draft) => {
    const whole = { ...before, ...values };
    check?.(whole);
    const reply = await withFields(call(save, input(whole)), getField, refuse && ((error) => refuse(error, whole)));
    baseline?.saved(reply);
    if (cleared) form.setFieldsValue(cleared as Parameters<typeof form.setFieldsValue>[0]);
    await refresh(...stale);
    await onSaved(reply, whole);
  };
  const removeButton = removal && (
    <Button kind="ghost" icon="trash" refusal={removal.refusal ?? refusal} onClick={() => setRemoving(true)}>
      {removal.label}
    </Button>
  );
  return (
    <>
      <FormPage<Draft>
        {...page}
        form={form}
        initialValues={before}
        onSubmit={submit}
        refusal={refusal}
        {...(command ? { curl: command } : {})}
        actions={
          (actions || removeButton) && (
            <>
              {actions}
              {removeButton}
            </>
          )
        }
      >
        {above}
        {baseline?.isStale && <StaleBanner onTake={baseline.take} />}
        {children}
      </FormPage>
      {isRemoving && removal?.question(() => setRemoving(false))}
    </>
  );
}
