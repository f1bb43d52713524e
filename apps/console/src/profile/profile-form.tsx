import type { FormEvent, ReactNode } from 'react';
import './profile.css';

/** A group of fields with its own button. */
export function ProfileForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="ph-card profile-form" onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
