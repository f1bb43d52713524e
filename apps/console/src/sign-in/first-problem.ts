import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to the first field of a form that is wrong. `attempt` is undefined while nothing is, else another with each attempt that failed. */
export function useFirstProblem(attempt: string | number | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return form;
}
