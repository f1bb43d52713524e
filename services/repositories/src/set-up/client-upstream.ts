import { glob, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { UpstreamUrl } from '@packhouse/contract/repositories/repository-settings.ts';
import type { ClientSetting } from '@packhouse/formats/client-setting.ts';
import { getFormat } from '@packhouse/formats/formats.ts';

/** A client that was pointed at this platform itself is no source of packages for it. */
interface Question {
  ownHost: string;
}

async function readFiles(patterns: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const pattern of patterns) {
    const files: string[] = [];
    for await (const file of glob(pattern.replace(/^~(?=\/)/, process.env.HOME ?? homedir()))) files.push(file);
    // What this process may not read is not for it to propose.
    for (const file of files.sort()) texts.push(await readFile(file, 'utf8').catch(() => ''));
  }
  return texts;
}

async function findAddresses({ variable, files, find }: ClientSetting): Promise<string[]> {
  const said = variable === undefined ? undefined : process.env[variable];
  return [...(said ? [said] : []), ...(await readFiles(files ?? []))].flatMap((text) => find(text));
}

/** Makes an address that may be shown out of what stands in a setting: credentials in it stay there, and what is left to be filled in is none. */
function readAddress(text: string, { ownHost }: Question): string | undefined {
  if (!URL.canParse(text) || text.includes('$')) return undefined;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  const address = url.href.replace(/\/$/, '');
  return url.host !== ownHost && UpstreamUrl.safeParse(address).success ? address : undefined;
}

/** Tells which upstream clients of a format use that are set up on this machine. */
export async function findClientUpstream(format: FormatId, question: Question): Promise<string | undefined> {
  const { settings = [] } = getFormat(format).clientUpstream ?? {};
  for (const setting of settings) {
    for (const found of await findAddresses(setting)) {
      const address = readAddress(found.trim(), question);
      if (address !== undefined) return address;
    }
  }
  return undefined;
}

/** Tells which upstream clients of a format use that nobody has set up: the one their makers give them. */
export function findUsualUpstream(format: FormatId, question: Question): string | undefined {
  const usual = getFormat(format).clientUpstream?.usual?.();
  return usual === undefined ? undefined : readAddress(usual, question);
}
