import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { z } from 'zod';

interface Expiring {
  path: string;
  expiresAt?: Date | null;
}

export function isExpired({ expiresAt }: Pick<Expiring, 'expiresAt'>, now = new Date()): boolean {
  return expiresAt !== undefined && expiresAt !== null && expiresAt <= now;
}

/** @throws AppError `artifact_expired` */
export function requireUnexpired(artifact: Expiring): void {
  if (isExpired(artifact)) throw new AppError('artifact_expired', { detail: { path: artifact.path, expiredAt: artifact.expiresAt?.toISOString() } });
}

const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** @throws AppError `bad_request` unless every value is a date or a time */
export function requireExpiryDates(values: readonly string[] = []): void {
  const wrong = values.find((value) => !Moment.safeParse(value).success);
  if (wrong === undefined) return;
  throw new AppError(storageWords.expiry_is_no_date, { property: expiryProperty, text: wrong });
}
