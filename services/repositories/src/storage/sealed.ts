import { AppError } from '@packhouse/contract/errors.ts';
import { isReleaseBundleRepository } from '@packhouse/kernel/access/authorisation.ts';

/** Nobody changes what a release bundle consists of, administrators neither. @throws AppError `method_not_allowed` */
export function requireUnsealed({ key }: { key: string }): void {
  if (!isReleaseBundleRepository(key)) return;
  throw new AppError('method_not_allowed', { message: `${key} keeps release bundles; what is in it changes only with them` });
}
