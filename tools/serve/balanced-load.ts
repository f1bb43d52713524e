import { setTimeout } from 'node:timers/promises';

interface Node {
  readonly url: string;
}

export interface Balancer {
  pick(): Node;
  stop(): void;
}

/** Sends requests in turns to the nodes whose health address answered well at the last look, as load balancers do. */
export function balance(nodes: readonly Node[]): Balancer {
  const healthy = new Set(nodes.map(({ url }) => url));
  const look = async () => {
    for (const { url } of nodes) {
      const isWell = await fetch(`${url}/artifactory/api/system/ping`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isWell) healthy.add(url);
      else healthy.delete(url);
    }
  };
  const timer = setInterval(() => void look(), 200);
  let turn = 0;
  return {
    pick() {
      const able = nodes.filter(({ url }) => healthy.has(url));
      return able[turn++ % able.length] ?? nodes[0]!;
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds between an answer and the next request: without any, the load would take the processors from the servers that start under it. */
const pause = 20;

/** Uploads to the repository `files` and downloads again, one after another over kept connections, and notes every answer that is not good. */
export function generateLoad(balancer: Balancer, headers: Readonly<Record<string, string>>) {
  const failed: unknown[] = [];
  const answeredBy = new Set<string>();
  let sent = 0;
  let isStopping = false;
  async function sendOn(worker: number): Promise<void> {
    for (let count = 0; !isStopping; count++) {
      const path = `artifactory/files/${worker}/${count}.txt`;
      const content = `${worker} ${count}`;
      try {
        const up = balancer.pick();
        const stored = await fetch(`${up.url}/${path}`, { method: 'PUT', headers, body: content });
        await stored.arrayBuffer();
        const down = balancer.pick();
        const read = await (await fetch(`${down.url}/${path}`, { headers })).text();
        if (stored.status !== 201 || read !== content) failed.push([path, stored.status, read]);
        answeredBy.add(up.url).add(down.url);
      } catch (error) {
        failed.push([path, String((error as Error).cause ?? error)]);
      }
      sent++;
      await setTimeout(pause);
    }
  }
  const workers = [sendOn(0), sendOn(1)];
  return {
    /** Resolves when so many more have been answered. */
    async passes(more: number): Promise<void> {
      const until = sent + more;
      while (sent < until) await setTimeout(50);
    },
    async stop() {
      isStopping = true;
      await Promise.all(workers);
      return { failed, sent, answeredBy };
    },
  };
}
