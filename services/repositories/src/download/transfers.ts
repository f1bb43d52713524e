import { AppError } from '@packhouse/contract/errors.ts';
import type { Logger } from 'pino';
import type { Db } from '../schema.ts';
import { addTransfer, type MovedBytes, selectTransfer, type TransferState } from './transfer-queries.ts';

/** Processes learn of each other's transfers this often, in milliseconds; so long may go by until a limit holds everywhere. */
const flushInterval = 5000;
const megabyte = 1024 * 1024;

/** Counts in memory what clients send and are sent, and writes it down together: a transfer must not cost a query. */
export interface Transfers {
  count(moved: MovedBytes): void;
  /** @throws AppError `transfer_quota_exceeded` while the data transfer of the month is used up */
  require(): void;
  /** How the month stands, with all that this process has counted. */
  read(): Promise<TransferState & { endsAt: Date }>;
  /** Writes down what has gathered, and learns how the month stands. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

function findMonth(at: number): { firstDay: string; end: number } {
  const date = new Date(at);
  return { firstDay: `${date.toISOString().slice(0, 7)}-01`, end: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) };
}

const nothing: MovedBytes = { received: 0, sent: 0 };

export function openTransfers(db: Db, log: Logger, everyMilliseconds = flushInterval): Transfers {
  let gathered = nothing;
  let flushing = Promise.resolve();
  /** Absent until it was first asked for. */
  let known: { used: number; limit: number; end: number } | undefined;

  function learn({ received, sent, limitMegabytes }: TransferState, end: number): void {
    known = { used: received + sent, limit: limitMegabytes * megabyte, end };
  }

  async function write(): Promise<void> {
    const { firstDay, end } = findMonth(Date.now());
    const batch = gathered;
    try {
      if (batch.received + batch.sent > 0) learn(await addTransfer(db, firstDay, batch), end);
      else learn(await selectTransfer(db, firstDay), end);
      gathered = { received: gathered.received - batch.received, sent: gathered.sent - batch.sent };
    } catch (err) {
      log.warn({ err }, 'data transfer could not be written down; it will be tried again');
    }
  }

  /** One after another, so that nothing is written twice. */
  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  /** Nothing is asked while there is no limit and nothing was moved. */
  const timer = setInterval(() => {
    if (known?.limit !== 0 || gathered.received + gathered.sent > 0) void flush();
  }, everyMilliseconds);
  timer.unref();
  void flush();

  return {
    count(moved) {
      gathered = { received: gathered.received + moved.received, sent: gathered.sent + moved.sent };
    },
    require() {
      if (!known || known.limit === 0 || known.used + gathered.received + gathered.sent < known.limit) return;
      if (Date.now() < known.end) throw new AppError('transfer_quota_exceeded');
    },
    async read() {
      await flush();
      const { firstDay, end } = findMonth(Date.now());
      return { ...(await selectTransfer(db, firstDay)), endsAt: new Date(end) };
    },
    flush,
    async stop() {
      clearInterval(timer);
      if (gathered.received + gathered.sent > 0) await flush();
    },
  };
}
