import type { AuditEntry } from '@packhouse/kernel/platform.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { AccessSchema } from '../schema.ts';
import { writeAudit } from './audit.ts';

/** Who makes a change, and from where. */
export interface By {
  actor: string;
  address: string;
}

/** Tells what changed: the entry of the audit log, and the event `access.<action>` for caches and consoles. */
export type Change = Omit<AuditEntry, 'actor' | 'address'> & { actor?: string };

export type ChangeTransaction = Transaction<AccessSchema>;

/**
 * Runs a change of who may do what: everything it records is committed with it, and this process forgets what it remembered before the caller is answered.
 * Other processes forget when the event reaches them.
 */
export async function inChange<T>(
  context: Context,
  by: By,
  run: (transaction: ChangeTransaction, record: (change: Change) => Promise<void>) => Promise<T>,
): Promise<T> {
  const recorded: Change[] = [];
  const result = await context.db.transaction().execute((transaction) =>
    run(transaction, async (change) => {
      await context.federation.requireOwn(transaction, change);
      recorded.push(change);
      await writeAudit(transaction, { ...by, ...change });
      await context.platform.outbox.publish(transaction, {
        type: `access.${change.action}`,
        subject: `access/${change.subject}`,
        data: { subject: change.subject },
      });
    }),
  );
  for (const { action, subject } of recorded) forget(context, action, subject);
  return result;
}

/** Drops what is remembered about the subject of a change. */
export function forget(context: Context, action: string, subject: string): void {
  const [kind] = action.split('.');
  // Tokens of a deployment count as long as it is trusted.
  if (action === 'peer.revoked' || action === 'peer.forgotten') context.tokens.forget();
  if (action === 'token.created' || kind === 'peer' || kind === 'pairing-token' || kind === 'deployment-key') return;
  if (kind === 'setting') {
    context.settings.forget();
    context.settings.read().catch((error: unknown) => context.log.warn({ err: error }, 'the settings cannot be read'));
    context.directories.forget();
    context.general.refresh().catch((error: unknown) => context.log.warn({ err: error }, 'the general settings cannot be read'));
  } else if (kind === 'token' || kind === 'key' || kind === 'application') context.tokens.forget();
  else if (kind === 'user' || kind === 'password') {
    context.accounts.forget(subject);
    context.tokens.forget();
  } else {
    if (kind === 'federation') context.tokens.forget();
    context.accounts.forgetAll();
  }
}
