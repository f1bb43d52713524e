import { isApiError } from '@packhouse/console-kit/calls/calls.ts';
import { Banner } from '@packhouse/ui/core.ts';

/** Tells what went wrong, in a heading, and what the server said about it. */
export interface Trouble {
  title: string;
  detail: string;
}

export function makeTrouble(title: string, error: unknown): Trouble {
  return { title, detail: isApiError(error) ? error.messages.join(' ') : (error as Error).message };
}

export function FailureBanner({ trouble }: { trouble: Trouble | undefined }) {
  if (!trouble) return null;
  return (
    <Banner kind="bad">
      <div className="sign-in-failure">
        <strong>{trouble.title}</strong>
        <span>{trouble.detail}</span>
      </div>
    </Banner>
  );
}
