import { type Config, ConfigError, readConfig } from '@packhouse/kernel/config.ts';
import { bad, type Finding, good, readWords } from './finding.ts';
import { checkGit } from './git-check.ts';
import { checkOutgoing, checkTls } from './network-checks.ts';
import { checkDisk, checkHome, checkPort } from './place-checks.ts';
import { checkBlobStore, checkDatabase } from './storage-checks.ts';

const marks: Record<Finding['level'], string> = { good: 'ok  ', warning: 'warn', bad: 'FAIL' };

const checks: readonly { name: string; run: (config: Config) => Promise<Finding[]> }[] = [
  { name: 'home', run: checkHome },
  { name: 'disk', run: checkDisk },
  { name: 'port', run: checkPort },
  { name: 'database', run: checkDatabase },
  { name: 'blob store', run: checkBlobStore },
  { name: 'tls', run: (config) => checkTls(config, process.env.NODE_EXTRA_CA_CERTS) },
  { name: 'outgoing', run: checkOutgoing },
  { name: 'git', run: checkGit },
];

function print(name: string, { level, text, mend }: Finding): void {
  process.stdout.write(`${marks[level]} ${name.padEnd(13)} ${text}\n`);
  if (mend) process.stdout.write(`${' '.repeat(19)}${mend}\n`);
}

function readConfiguration(): { config?: Config; finding: Finding } {
  try {
    return { config: readConfig(process.env), finding: good('every key is known and valid') };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { finding: bad(error.message, 'Correct etc/packhouse.yaml or the environment; docs/operations.md lists the keys.') };
  }
}

/** `packhouse doctor`: looks at everything the platform stands on. Ends with 1 when something must be mended. */
export async function doctor(): Promise<void> {
  const { config, finding } = readConfiguration();
  print('configuration', finding);
  let isBad = finding.level === 'bad';
  for (const { name, run } of config ? checks : []) {
    const findings = await run(config!).catch((error) => [bad(readWords(error), 'This check could not be made.')]);
    for (const one of findings) {
      print(name, one);
      isBad ||= one.level === 'bad';
    }
  }
  process.exitCode = isBad ? 1 : 0;
}
