import { Form, type FormInstance } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { Button } from '../control/button.tsx';
import { Icon } from '../control/icon.tsx';
import { Why } from '../control/why.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { KitProvider } from '../page/kit-provider.tsx';
import { type Crumb, Page } from '../page/page.tsx';
import { words } from '../ui-words.ts';
import { useCopy } from '../values/copy.tsx';
import { type Failure, forgetProblems, goTo, inOrder, makeProblems } from './form-problems.ts';
import { type FormQuestion, useQuestion } from './form-question.tsx';
import { noteUnsaved } from './unsaved.ts';
import './form.css';

interface FormBodyProps<Values extends object> {
  /** Made with `Form.useForm()` where the fields must be reached from outside. */
  form?: FormInstance<Values>;
  initialValues?: Partial<Values>;
  /** Sends the values; what it throws is shown in the form. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Gives what is asked before the values are sent; nothing where nothing is lost by them. */
  question?: (values: Values) => FormQuestion | undefined | Promise<FormQuestion | undefined>;
  /** Verb and object: 'Create repository'. */
  submitLabel: string;
  /** Why nothing can be saved. */
  refusal?: string | undefined;
  /** The same for a terminal, of the values as they stand; false where there is nothing to show. */
  curl?: ((values: Values) => string) | false;
  onValuesChange?: (values: Values) => void;
  children: ReactNode;
}

/** Types of fields in which Enter means: that is all. */
const oneLine: ReadonlySet<string> = new Set(['text', 'password', 'email', 'url', 'tel', 'number', 'datetime-local']);

/** Whether a key asks to send the form: Enter in a field of one line that has no use for it itself, as an open list of suggestions or a search has. */
function isSending({ key, target, currentTarget, nativeEvent, ...event }: KeyboardEvent<HTMLFormElement>): boolean {
  if (key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || nativeEvent.isComposing) return false;
  // A dialog that a field opened is drawn elsewhere, yet its keys come by here.
  if (!(target instanceof HTMLInputElement) || target.form !== currentTarget || target.getAttribute('aria-expanded') === 'true') return false;
  return oneLine.has(target.type);
}

/** State of a form between the first change and its saving. */
function useFormWork<Values extends object>({ form: given, refusal, question, onSubmit, onValuesChange }: FormBodyProps<Values>) {
  const [form] = Form.useForm<Values>(given);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const summary = useRef<HTMLDivElement>(null);
  const mayLeave = useRef(false);
  const sending = useRef(false);
  const { agreed, dialog } = useQuestion(question);
  const say = (next: Failure) => {
    const problems = inOrder(next.problems);
    setFailure({ ...next, problems });
    requestAnimationFrame(() => {
      const [first] = problems;
      // A field that cannot be reached, or a refusal of the whole: its words come first.
      if (!first || !goTo(form as FormInstance, first.name)) summary.current?.focus();
    });
  };
  const submit = async (values: Values) => {
    // A second press may come before the first is drawn.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    forgetProblems(form as FormInstance);
    try {
      if (!(await agreed(values))) return;
      mayLeave.current = true;
      await onSubmit(values);
      setDirty(false);
    } catch (error) {
      mayLeave.current = false;
      say(makeProblems(error, form as FormInstance));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const props = {
    form,
    layout: 'vertical' as const,
    requiredMark: 'optional' as const,
    scrollToFirstError: false,
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
      if (!isSending(event)) return;
      // Otherwise a form of one field would be sent twice: browsers do it themselves there.
      event.preventDefault();
      if (refusal === undefined) form.submit();
    },
    onFinish: (values: Values) => void submit(values),
    onFinishFailed: ({ errorFields }: { errorFields: { name: (string | number)[]; errors: string[] }[] }) =>
      say({ problems: errorFields.map(({ name, errors }) => ({ name, message: errors[0] ?? '' })) }),
    onValuesChange: () => {
      // What is typed after a saving is not saved.
      mayLeave.current = false;
      setDirty(true);
      onValuesChange?.(form.getFieldsValue(true) as Values);
    },
  };
  const letLeave = () => {
    mayLeave.current = true;
  };
  return { form, dirty, busy, failure, summary, mayLeave, letLeave, dialog, props };
}

type Work<Values extends object> = ReturnType<typeof useFormWork<Values>>;

/** Shows what is wrong, together, each line leading to its field. */
function Summary<Values extends object>({ work }: { work: Work<Values> }) {
  const { failure, summary, form } = work;
  if (!failure) return null;
  return (
    <div ref={summary} className="ph-form-summary" role="alert" tabIndex={-1}>
      <Icon name="bad" size={18} />
      <div>
        <p>{failure.message === undefined ? words().summaryTitle(failure.problems.length) : failure.message}</p>
        {failure.problems.length > 0 && (
          <ul>
            {failure.problems.map(({ name, message }) => (
              <li key={name.join('.')}>
                <button type="button" onClick={() => goTo(form as FormInstance, name)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Why text={failure.message} />
      </div>
    </div>
  );
}

function Footer<Values extends object>({
  work,
  submitLabel,
  refusal,
  curl,
  beside,
  onCancel,
}: { work: Work<Values>; beside?: ReactNode; onCancel: () => void } & Pick<FormBodyProps<Values>, 'submitLabel' | 'refusal' | 'curl'>) {
  const { copied, copy } = useCopy();
  return (
    <>
      {curl && (
        <Button kind="ghost" icon="terminal" className="ph-form-curl" onClick={() => void copy(curl(work.form.getFieldsValue(true) as Values))}>
          {copied ? words().copied : words().copyAsCurl}
        </Button>
      )}
      {beside}
      <Button onClick={onCancel}>{words().cancel}</Button>
      <Button kind="primary" loading={work.busy} refusal={refusal} onClick={() => work.form.submit()}>
        {submitLabel}
      </Button>
    </>
  );
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const buttons = (
    <>
      <Button onClick={onLeave}>{words().leave}</Button>
      <Button kind="primary" onClick={onStay}>
        {words().stay}
      </Button>
    </>
  );
  return (
    <Dialog title={words().leaveTitle} onClose={onStay} footer={buttons} width={400}>
      {words().leaveText}
    </Dialog>
  );
}

function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const saved = noteUnsaved();
    window.addEventListener('beforeunload', ask);
    return () => {
      saved();
      window.removeEventListener('beforeunload', ask);
    };
  }, [dirty]);
}

interface FormPageProps<Values extends object> extends FormBodyProps<Values> {
  title: string;
  documentTitle?: string;
  breadcrumb?: readonly Crumb[];
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Where 'Cancel' goes. */
  cancelTo: string;
  /** Takes the whole width: its fields stand beside each other. */
  wide?: boolean;
  /** What else can be done with the values as they stand: buttons before those that end the form, in view like them. */
  beside?: ReactNode;
}

/** A form with a page of its own: one column, problems in a summary and beside the fields, buttons always in view, no leaving by accident. */
export function FormPage<Values extends object>(props: FormPageProps<Values>) {
  const { title, documentTitle, breadcrumb, subtitle, actions, cancelTo, initialValues, wide = false, children } = props;
  const work = useFormWork(props);
  const navigate = useNavigate();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => work.dirty && !work.mayLeave.current && currentLocation.pathname !== nextLocation.pathname);
  useUnloadGuard(work.dirty);
  return (
    <KitProvider>
      <Page
        title={title}
        narrow={!wide}
        {...(documentTitle ? { documentTitle } : {})}
        {...(breadcrumb ? { breadcrumb } : {})}
        subtitle={subtitle}
        actions={actions}
      >
        <Form<Values>
          {...work.props}
          {...(initialValues ? { initialValues: initialValues as never } : {})}
          className={wide ? 'ph-form ph-form-wide' : 'ph-form'}
        >
          <Summary work={work} />
          {children}
          <div className="ph-form-footer">
            <Footer {...props} work={work} onCancel={() => void navigate(cancelTo)} />
          </div>
        </Form>
        {work.dialog}
        {blocker.state === 'blocked' && <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />}
      </Page>
    </KitProvider>
  );
}

interface FormDrawerProps<Values extends object> extends FormBodyProps<Values> {
  title: string;
  onClose: () => void;
  /** `dialog` for a few fields that stand for themselves. */
  shape?: 'dialog' | 'drawer';
  /** Pixels, where the shape's own do not do. */
  width?: number;
  /** This, too, can be done here, before the buttons of the form. */
  actions?: ReactNode;
}

/** A form beside what it is about; closing it with changes asks first, and so does leaving the page beneath. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const { title, onClose, shape = 'drawer', width, actions, initialValues, children } = props;
  const work = useFormWork(props);
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(() => work.dirty && !work.mayLeave.current);
  useUnloadGuard(work.dirty);
  const close = () => (work.dirty ? setAsking(true) : onClose());
  const leave = () => {
    // Where the address says which drawer is open, closing it is leaving too.
    work.letLeave();
    onClose();
  };
  const footer = (
    <>
      {actions}
      <Footer {...props} work={work} onCancel={close} />
    </>
  );
  return (
    <KitProvider>
      <Dialog title={title} shape={shape} onClose={close} footer={footer} {...(width ? { width } : {})}>
        <Form<Values> {...work.props} {...(initialValues ? { initialValues: initialValues as never } : {})} className="ph-form">
          <Summary work={work} />
          {children}
        </Form>
      </Dialog>
      {work.dialog}
      {blocker.state === 'blocked' ? (
        <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : (
        asking && <LeaveQuestion onStay={() => setAsking(false)} onLeave={leave} />
      )}
    </KitProvider>
  );
}
