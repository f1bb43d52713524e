import type { LogLine } from '@packhouse/contract/pipelines/run-log-routes.ts';
import { words } from '@packhouse/ui/core.ts';

const spellTime = (at: string) => new Date(at).toLocaleTimeString();

/** Lines that steps told; what a command wrote stands as it wrote it. */
export function LogLines({ lines }: { lines: readonly LogLine[] }) {
  return (
    <ol className="pl-log">
      {lines.map(({ id, step, at, isOutput, ...said }) => (
        <li key={id} data-output={isOutput}>
          <time dateTime={at}>{spellTime(at)}</time>
          <b>{step}</b>
          <span>{isOutput ? said.message : words().said(said)}</span>
        </li>
      ))}
    </ol>
  );
}
