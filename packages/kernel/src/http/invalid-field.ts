import { AppError } from '@packhouse/contract/errors.ts';

/** Refuses one field of the input, in the same shape as the contract's own checks. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('invalid_input', { message: `${path}: ${message}`, detail: [{ path, message }] });
}
