import type { FormEvent, ReactNode } from 'react';
import { useFirstProblem } from '../sign-in/first-problem.ts';
import './profile.css';

interface ProfileFormProps {
  onSubmit: () => void;
  /** Which attempt was wrong, so that the first field at fault gets the focus; undefined while nothing is. */
  failed?: string | number | undefined;
  children: ReactNode;
}

/** A group of fields with its own button. */
export function ProfileForm({ onSubmit, failed, children }: ProfileFormProps) {
  const form = useFirstProblem(failed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="ph-card profile-form" onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
