import { tellFailure } from './tell-failure.ts';

// Each command brings only what it needs: `doctor` must say something even where a service cannot be loaded.
const commands: Record<string, { about: string; run: () => Promise<void> }> = {
  serve: { about: 'start everything: HTTP and jobs', run: async () => (await import('./serve.ts')).serve() },
  work: { about: 'run jobs only, beside serving nodes', run: async () => (await import('./serve.ts')).work() },
  migrate: { about: 'bring the database forward and end', run: async () => (await import('./migrate.ts')).migrateCommand() },
  password: {
    about: 'give a user who is locked out a new password: password admin',
    run: async () => (await import('./password.ts')).passwordCommand(process.argv[3]),
  },
  blobs: {
    about: 'move to another blob store: blobs copy <the store so far>',
    run: async () => (await import('./blobs-command.ts')).blobsCommand(process.argv.slice(3)),
  },
  backup: {
    about: 'copy everything into a folder, also while it runs: backup /backups',
    run: async () => (await import('./backup/backup-command.ts')).backupCommand(process.argv.slice(3)),
  },
  restore: {
    about: 'bring a backup into an empty installation: restore /backups',
    run: async () => (await import('./backup/restore-command.ts')).restoreCommand(process.argv.slice(3)),
  },
  license: {
    about: 'sign licenses and buckets of them, for issuers: license issue --help',
    run: async () => (await import('./license/license-command.ts')).licenseCommand(process.argv.slice(3)),
  },
  runner: {
    about: 'run commands of pipelines, on a machine of their own: runner --help',
    run: async () => (await import('./runner/runner-command.ts')).runnerCommand(process.argv.slice(3)),
  },
  demo: { about: 'fill the running platform with examples', run: async () => (await import('./demo/demo.ts')).demo() },
  doctor: { about: 'check the installation and say how to mend it', run: async () => (await import('./doctor/doctor.ts')).doctor() },
};

function usage(): string {
  const lines = Object.entries(commands).map(([name, { about }]) => `  packhouse ${name.padEnd(8)} ${about}`);
  return `Usage:\n${lines.join('\n')}\nSettings: PACKHOUSE_HOME, PACKHOUSE_PORT and others, see docs/operations.md\n`;
}

/** Does what the command line asks for. */
export async function runCommand(written: string): Promise<void> {
  const name = written === 'licence' ? 'license' : written;
  if (name === 'http-worker') {
    const { httpWorker } = await import('./http-worker.ts');
    await httpWorker();
  } else if (name in commands) {
    await commands[name]!.run().catch((error: unknown) => {
      process.stderr.write(`${tellFailure(error)}\n`);
      process.exit(1);
    });
  } else {
    process.stderr.write(usage());
    process.exitCode = name === '' || name === 'help' || name === '--help' ? 0 : 2;
  }
}
