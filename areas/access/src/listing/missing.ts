import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import type { ErrorCode } from '@packhouse/contract/errors.ts';

/** Whether the server says that there is no such thing, or no more. */
export function isMissing(error: Error | null, code: ErrorCode): boolean {
  return isApiError(error) && error.code === code;
}
