import { client } from '../../../tools/clients.ts';
import { freePort } from '../../../tools/serve/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../../tools/serve/server-process.ts';

export interface RunningReceiver extends ServerProcess {
  readonly url: string;
}

interface ReceiverStart {
  readonly program: string;
  readonly parameters: (port: number) => readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program that receives webhooks, and waits until it answers anything at all. */
export async function startReceiver({ program, parameters, folder, env = {} }: ReceiverStart): Promise<RunningReceiver> {
  const port = await freePort();
  const url = `http://localhost:${port}/`;
  const isReady = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const server = await startServerProcess({
    program,
    parameters: parameters(port),
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: folder, PORT: String(port), ...env },
    isReady,
  });
  return { ...server, url };
}

/** Starts Debian's receiver with the hooks of a file in this folder. */
export async function startDebianReceiver(folder: string, hooksFile: string): Promise<RunningReceiver & { hook: (id: string) => string }> {
  const parameters = (port: number) => ['-hooks', hooksFile, '-ip', '127.0.0.1', '-port', String(port), '-verbose'];
  const running = await startReceiver({ program: client('webhook'), parameters, folder });
  return { ...running, hook: (id) => `${running.url}hooks/${id}` };
}
