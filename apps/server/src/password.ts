import { rescueUser } from '@packhouse/access-service/reset/rescue.ts';
import { ConfigError, readConfig } from '@packhouse/kernel/config.ts';
import { withOwnDatabase } from './own-database.ts';

/** `packhouse password <user>`: gives a user of the platform's own a new password and prints it, for whoever is locked out. */
export async function passwordCommand(name: string | undefined): Promise<void> {
  if (!name) throw new ConfigError('Say whose password: packhouse password admin');
  const password = await withOwnDatabase(readConfig(process.env), (url) => rescueUser(url, name));
  process.stdout.write(`${name} signs in with the password ${password}\n`);
}
