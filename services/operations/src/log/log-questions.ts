import { AppError } from '@packhouse/contract/errors.ts';
import type { LogData, LogType } from '@packhouse/contract/operations/operations-log-routes.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import { getWireName } from '@packhouse/contract/shell/service-names.ts';
import type { Context } from '../context.ts';
import type { Kind } from '../peer/questions.ts';
import { getService, listLogs, type Reading, readLog } from './log-files.ts';

/** Which log files are there? */
export const whichLogs = { name: 'which-logs' } as Pick<Kind<{ type: LogType }, string[]>, 'name'>;
/** What is in this one? */
export const whatInLog = { name: 'what-in-log' } as Pick<Kind<Reading & { type: LogType; id: string }, LogData>, 'name'>;

/** Answers for the files of this node. */
export function answerForLogs({ platform, questions, nodeId, scrub }: Context): void {
  const { home, services } = platform.config;
  const requireService = (type: LogType) => {
    if (!services.map(getWireName).includes(getService(type)))
      throw new AppError(operationsWords.service_not_on_node, { service: getService(type), node: nodeId });
  };
  questions.register<{ type: LogType }, string[]>({
    ...whichLogs,
    async answer({ type }) {
      requireService(type);
      return (await listLogs(home, type)).map(({ id }) => id);
    },
  });
  questions.register<Reading & { type: LogType; id: string }, LogData>({
    ...whatInLog,
    async answer({ type, id, ...reading }) {
      requireService(type);
      const data = await readLog(home, type, id, reading);
      return { ...data, log_content: scrub(data.log_content) };
    },
  });
}
