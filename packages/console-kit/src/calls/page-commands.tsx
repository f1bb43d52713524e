import type { Route, RouteInput } from '@packhouse/contract/route.ts';
import { CodeBlock, Dialog, IconButton, words } from '@packhouse/ui/core.ts';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from './calls.ts';
import { type Command, findClientCommand } from './client-commands.ts';
import { getCurl } from './curl.ts';

const offers = new Set<() => readonly Command[]>();

/** A call as commands: with curl, and with a command line client that knows it. */
export function getCommands<R extends Route>(route: R, input: RouteInput<R>): Command[] {
  const client = findClientCommand(route.name, input);
  return [{ title: route.summary, code: getCurl(route, input) }, ...(client === undefined ? [] : [{ title: route.summary, code: client }])];
}

/** Further commands that say what is on screen, for what is not asked by queries: a package manager's own, say. */
export function useCommands(commands: () => readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const offer = () => latest.current();
    offers.add(offer);
    return () => {
      offers.delete(offer);
    };
  }, []);
}

function getInput({ meta, queryKey }: { meta: Record<string, unknown> | undefined; queryKey: readonly unknown[] }): object {
  return (meta?.input ?? queryKey[1] ?? {}) as object;
}

/** The calls behind what is on screen, each as a command; the page's queries carry their routes. */
function commandsOnScreen(): Command[] {
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  const asked = active.flatMap((query) => {
    const route = query.meta?.route as Route | undefined;
    return route ? getCommands(route, getInput(query) as RouteInput<Route>) : [];
  });
  const all = [...[...offers].flatMap((offer) => offer()), ...asked];
  return [...new Map(all.map((command) => [command.code, command])).values()];
}

/** The commands of what is on screen, also of what the page only comes to ask while they are shown. */
function useCommandsOnScreen(): readonly Command[] {
  const [commands, setCommands] = useState(commandsOnScreen);
  useEffect(() => {
    let isHere = true;
    // Queries are noted while components render, which is no time to change another one.
    const look = () =>
      queueMicrotask(() => {
        if (!isHere) return;
        const found = commandsOnScreen();
        setCommands((shown) => (shown.map(({ code }) => code).join('\n') === found.map(({ code }) => code).join('\n') ? shown : found));
      });
    look();
    const leave = queryClient.getQueryCache().subscribe(look);
    return () => {
      isHere = false;
      leave();
    };
  }, []);
  return commands;
}

/** Shows what stands behind the page, to be copied. */
export function CommandsDialog({ onClose }: { onClose: () => void }) {
  const commands = useCommandsOnScreen();
  return (
    <Dialog title={words().copyAsCurl} onClose={onClose} width={720}>
      <p className="ph-muted">{commands.length > 0 ? words().curlText : words().curlNothing}</p>
      <div className="ph-commands">
        {commands.map(({ title, code }) => (
          <CodeBlock key={code} title={title} code={code} />
        ))}
      </div>
    </Dialog>
  );
}

/** The button of every page's header that shows the page's calls. */
export function PageCommands() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="terminal" className="ph-page-commands" label={words().copyAsCurl} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && <CommandsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
