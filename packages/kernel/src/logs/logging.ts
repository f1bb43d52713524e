import { join } from 'node:path';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config.ts';
import { getBytes, openRotatingFile, type RotatingFile } from './rotating-file.ts';

export interface Logging {
  /** A logger whose lines go to `<home>/logs/<service>/<service>.log`, or to another file of that folder when one is named. */
  logger(service: string, file?: string): Logger;
  /** One line a request in `<home>/logs/router/request.log`. It hides nothing by itself, which is slow: its caller picks what is written. */
  requestLogger(): Logger;
  /** Writes out what waits. */
  close(): void;
}

// Names under which secrets travel; their values never reach a log line.
const secret = ['authorization', 'cookie', 'password', 'secret', 'token', 'x-jfrog-art-api'];
const redact = {
  paths: secret.flatMap((name) => (name.includes('-') ? [`["${name}"]`, `*["${name}"]`, `headers["${name}"]`] : [name, `*.${name}`, `*.headers.${name}`])),
  censor: '***',
};

/** One rotating file of JSON lines per service, shared by every process of the family. */
export function openLogging(config: Pick<Config, 'home' | 'log'>): Logging {
  const files = new Map<string, RotatingFile>();
  const loggers = new Map<string, Logger>();
  const flushAll = () => {
    for (const file of files.values()) file.flush();
  };
  // Whatever ends the process, what it had to say last is often what is needed most.
  process.once('exit', flushAll);
  const options = { maxSize: getBytes(config.log.maxSize), keep: config.log.keep };
  function open(service: string, file: string, hiding: Pick<LoggerOptions, 'redact'>): Logger {
    const path = join(config.home, 'logs', service, `${file}.log`);
    const known = loggers.get(path);
    if (known) return known;
    const target = openRotatingFile(path, options);
    files.set(path, target);
    const logger = pino(
      { level: config.log.level, base: { service, pid: process.pid }, timestamp: stdTimeFunctions.isoTime, ...hiding },
      target satisfies DestinationStream,
    );
    loggers.set(path, logger);
    return logger;
  }
  return {
    logger: (service, file = service) => open(service, file, { redact }),
    requestLogger: () => open('router', 'request', {}),
    close() {
      process.off('exit', flushAll);
      for (const file of files.values()) file.close();
    },
  };
}

/** For tests: nothing is written. */
export function silentLogging(): Logging {
  const logger = pino({ level: 'silent' });
  return { logger: () => logger, requestLogger: () => logger, close: () => undefined };
}
