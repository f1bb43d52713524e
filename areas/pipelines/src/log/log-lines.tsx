import { language } from '@packhouse/console-kit/console-kit.ts';
import type { LogLine } from '@packhouse/contract/pipelines/run-log-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../pipelines-words.ts';

/** So many lines of a step stand open; longer ones fold, except the last, which goes on. */
const mostOpen = 60;

const spellTime = (at: string) => new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }).format(new Date(at));

/** Lines in a row that one step told. */
function group(lines: readonly LogLine[]): LogLine[][] {
  const groups: LogLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.step === line.step) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function StepLines({ lines, startsOpen }: { lines: readonly LogLine[]; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const { step, at: first } = lines[0]!;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <b>{step}</b> <span className="ph-muted">{t('linesOfStep', { count: lines.length, time: spellTime(first) })}</span>
      </summary>
      {isOpen && (
        <ol>
          {lines.map(({ id, step: _step, at, isOutput, ...said }) => (
            <li key={id} data-output={isOutput}>
              <time dateTime={at}>{spellTime(at)}</time>
              <span>{isOutput ? said.message : words().said(said)}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/** Lines that steps told, step by step; what a command wrote stands as it wrote it. */
export function LogLines({ lines, unfolds }: { lines: readonly LogLine[]; unfolds: boolean }) {
  const groups = group(lines);
  return (
    <div className="pl-log">
      {groups.map((one, at) => (
        <StepLines key={one[0]!.id} lines={one} startsOpen={unfolds || at === groups.length - 1 || one.length <= mostOpen} />
      ))}
    </div>
  );
}
