import { randomBytes } from 'node:crypto';
import type { Application, NewApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { type ApplicationRow, deleteApplicationRow, insertApplication, selectApplication, selectApplications } from './application-queries.ts';

export type RegisteredApplication = ApplicationRow;

function toApplication(row: ApplicationRow, users: number): Application {
  const { client_id, name, type, description, callback_urls, base_url, created_at } = row;
  return { id: client_id, name, type, description, callbackUrls: callback_urls, baseUrl: base_url, createdAt: created_at.toISOString(), users };
}

export async function listApplications(db: Db): Promise<Application[]> {
  return (await selectApplications(db)).map(({ users, ...row }) => toApplication(row, users ?? 0));
}

export function findApplication(db: Db, clientId: string): Promise<RegisteredApplication | undefined> {
  return selectApplication(db, clientId);
}

/** @throws AppError `not_found` */
export async function readApplication(db: Db, clientId: string): Promise<RegisteredApplication> {
  const row = await selectApplication(db, clientId);
  if (!row) throw new AppError(accessWords.no_application);
  return row;
}

/** Answers the secret this once; a public application has none. */
export function createApplication(context: Context, wish: z.output<typeof NewApplication>, baseUrl: string, by: By) {
  const clientId = randomBytes(16).toString('hex');
  const secret = wish.type === 'public' ? null : randomSecret(32);
  return inChange(context, by, async (transaction, record) => {
    const row = await insertApplication(transaction, {
      name: wish.name,
      type: wish.type,
      description: wish.description,
      callback_urls: [...new Set(wish.callbackUrls)],
      base_url: wish.baseUrl || baseUrl,
      client_id: clientId,
      secret_hash: secret === null ? null : fingerprint(secret),
    });
    if (!row) throw new AppError(accessWords.application_exists);
    const created = toApplication(row, 0);
    await record({ action: 'application.created', subject: row.name, after: created });
    return { ...created, clientId, secret };
  });
}

export function deleteApplication(context: Context, clientId: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const row = await deleteApplicationRow(transaction, clientId);
    if (!row) throw new AppError(accessWords.no_application);
    await record({ action: 'application.deleted', subject: row.name, before: toApplication(row, 0) });
  });
}
