import type { Worker } from 'node:cluster';

/** The primary gives a connection to a worker by such a message, and the worker answers with its number. */
interface Handover {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  seq: number;
}

interface Connection {
  close(): void;
}

const isHandover = (message: unknown): message is Handover =>
  typeof message === 'object' && message !== null && (message as Partial<Handover>).act === 'newconn';

/**
 * Closes the connections that were on their way to a worker when it died. Node keeps its end of each until the worker says that it has it,
 * which a dead one never does: whoever called would wait for an answer until their own patience ends.
 */
export function closeLostConnections(worker: Worker): void {
  const given = new Map<number, Connection>();
  const child = worker.process;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = (...parameters: unknown[]) => {
    const [message, connection] = parameters;
    if (isHandover(message) && connection) given.set(message.seq, connection as Connection);
    return send(...parameters);
  };
  child.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack !== undefined) given.delete(ack);
  });
  worker.once('exit', () => {
    for (const connection of given.values()) connection.close();
    given.clear();
  });
}
