import type { Route, RouteReply } from '@packhouse/contract/route.ts';
import { Button } from '@packhouse/ui/core.ts';
import { Form, FormPage, LockedFields } from '@packhouse/ui/form/form.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type RecordWork, useRecordWork } from './record-work.ts';
import { StaleBanner } from './stale-banner.tsx';
import type { useBaseline } from './use-baseline.ts';

type PageOf<Draft extends object> = Omit<ComponentProps<typeof FormPage<Draft>>, 'initialValues' | 'onSubmit' | 'curl'>;

interface RecordFormProps<R extends Route, Draft extends object> extends Omit<PageOf<Draft>, 'refusal'>, RecordWork<R, Draft> {
  /** This was seen of the record, so that nobody overwrites what somebody else changed without knowing. */
  baseline?: Pick<ReturnType<typeof useBaseline<RouteReply<R>>>, 'version' | 'isStale' | 'take' | 'saved'>;
  /** Fields that are empty again after saving: secrets. */
  cleared?: Partial<Draft>;
  /** Between the head of the page and the form: tabs. */
  above?: ReactNode;
  /** Why nobody changes it here, where somebody else manages the record: the fields only tell. */
  locked?: string | undefined;
  /** How the record goes: the button, and the question that it opens. */
  removal?: { label: string; refusal?: string | undefined; question: (onClose: () => void) => ReactNode };
}

/** A form about one record, new or there: it saves by one call, and says beside the fields what the server has against them. */
export function RecordForm<R extends Route, Draft extends object>(props: RecordFormProps<R, Draft>) {
  // What somebody else saved is shown in a form of its own: the old one keeps what was typed.
  return <FormOf key={props.baseline?.version} {...props} />;
}

function FormOf<R extends Route, Draft extends object>(props: RecordFormProps<R, Draft>) {
  const { baseline, cleared, removal, above, actions, children, locked, ...page } = props;
  const [form] = Form.useForm<Draft>(props.form);
  const [isRemoving, setRemoving] = useState(false);
  const work = useRecordWork(locked === undefined ? props : { ...props, refusal: locked, curl: false }, (reply) => {
    baseline?.saved(reply);
    if (cleared) form.setFieldsValue(cleared as Parameters<typeof form.setFieldsValue>[0]);
  });
  const removeButton = removal && (
    <Button kind="ghost" icon="trash" refusal={locked ?? removal.refusal ?? work.refusal} onClick={() => setRemoving(true)}>
      {removal.label}
    </Button>
  );
  return (
    <>
      <FormPage<Draft>
        {...page}
        {...work}
        form={form}
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
        {locked === undefined ? children : <LockedFields>{children}</LockedFields>}
      </FormPage>
      {isRemoving && removal?.question(() => setRemoving(false))}
    </>
  );
}
