import { type ReactNode, useState } from 'react';
import { ConfirmDelete } from '../overlay/dialog.tsx';

/** This is asked before a form is sent, because something is lost by it. */
export interface FormQuestion {
  title: string;
  /** This is lost. */
  text: ReactNode;
  /** Verb and object: 'Give up administration'. */
  action: string;
}

type Asking<Values> = (values: Values) => FormQuestion | undefined | Promise<FormQuestion | undefined>;

/** Asks over a form where there is something to ask; `agreed` waits for the answer, `dialog` is drawn beside the form. */
export function useQuestion<Values>(question: Asking<Values> | undefined) {
  const [asked, setAsked] = useState<FormQuestion & { answer: (isAgreed: boolean) => void }>();
  const agreed = async (values: Values): Promise<boolean> => {
    const next = await question?.(values);
    if (!next) return true;
    return new Promise((resolve) => {
      const answer = (isAgreed: boolean) => {
        setAsked(undefined);
        resolve(isAgreed);
      };
      setAsked({ ...next, answer });
    });
  };
  const dialog = asked && (
    <ConfirmDelete title={asked.title} action={asked.action} onConfirm={() => asked.answer(true)} onClose={() => asked.answer(false)}>
      {asked.text}
    </ConfirmDelete>
  );
  return { agreed, dialog };
}
