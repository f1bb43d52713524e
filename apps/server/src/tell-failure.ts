import { ConfigError } from '@packhouse/kernel/config.ts';
import { ServersThereError } from '@packhouse/kernel/database/beside-older.ts';
import { NewerSchemaError } from '@packhouse/kernel/database/database.ts';
import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import { HomeInUseError } from './home-lock.ts';

/** In the words of the system, as programs that we start pass them on. */
const noRoom = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/;

const makeRoom = 'The disk of the home directory is full: make room on it, or move the home directory to a larger one, and start again.';

/** Faults of the person's making are told in their words; ours come with where they happened. What a full disk stopped says what to do. */
export function tellFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof NewerSchemaError || error instanceof ServersThereError || error instanceof HomeInUseError)
    return error.message;
  if (!(error instanceof Error)) return String(error);
  const told = process.env.PACKHOUSE_LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message;
  return isStorageFull(error) || noRoom.test(error.message) ? `${told}\n${makeRoom}` : told;
}
